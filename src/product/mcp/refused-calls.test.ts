import { afterAll, beforeAll, expect, test } from 'vitest'
import { apiKeyScopes } from '#shared/api-key-scopes.ts'
import { mcpLimits } from '#shared/parser-limits.ts'
import { connectAgent } from '#test/support/product/connect-agent.ts'
import { issueKey } from '#test/support/product/issued-key.ts'
import { createOwnSpace } from '#test/support/product/space-fixture.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/test-app.ts'

let app: TestApp
let owner: Person
let space: string
beforeAll(async () => {
	app = await createTestApp()
	owner = await app.person()
	space = (await createOwnSpace(owner.client)).space_id
})
afterAll(() => app.close())

const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
async function post(token: string | null, body: string | object = list, headers: Record<string, string> = {}) {
	const response = await app.fetch(`${app.url}/functions/v1/mcp`, {
		method: 'POST',
		headers: {
			'content-type': 'application/json',
			accept: 'application/json, text/event-stream',
			...(token === null ? {} : { authorization: `Bearer ${token}` }),
			...headers,
		},
		body: typeof body === 'string' ? body : JSON.stringify(body),
	})
	const text = await response.text()
	return { status: response.status, text, headers: response.headers }
}
const call = (name: unknown, input: unknown) => ({
	jsonrpc: '2.0',
	id: 1,
	method: 'tools/call',
	params: { name, arguments: input },
})

test('only a key that counts calls tools, and a refusal says what is needed', async () => {
	const revoked = await issueKey(owner, space)
	expect((await post(revoked.key)).status).toBe(200)
	await owner.client.rpc('revoke_api_key', { id: revoked.id }).throwOnError()
	await expect.poll(async () => (await post(revoked.key)).status).toBe(401)
	for (const token of [null, app.deps.keys.anonKey, owner.token, `plk_${'x'.repeat(43)}`, 'plk_', 'forged']) {
		const { status, text } = await post(token)
		expect([token, status]).toEqual([token, 401])
		expect(text).toMatch(/"message":"[^"]{10,}/)
	}
	expect((await post(null)).text).toContain('Bearer plk_')
	expect((await post(owner.token)).text).toContain('Bearer plk_')
	const inAddress = await app.fetch(`${app.url}/functions/v1/mcp?apikey=plk_${'x'.repeat(43)}`, { method: 'POST' })
	expect(inAddress.status).toBe(401)
	const narrow = await issueKey(owner, space, { scopes: ['walls:read'] })
	expect((await post(narrow.key)).status).toBe(403)
	const read = await app.fetch(`${app.url}/functions/v1/mcp`, { headers: { authorization: `Bearer ${narrow.key}` } })
	expect([read.status, read.headers.get('allow')]).toEqual([405, 'POST'])
})

test('each tool needs its scope, and a key with every other one is refused', async () => {
	const whole = await connectAgent(app, (await issueKey(owner, space)).key)
	const { tools } = await whole.client.listTools()
	const id = '00000000-0000-4000-8000-000000000000'
	const inputs: Record<string, Record<string, unknown>> = {
		search_testimonials: {},
		quote_testimonial: { id, quote: 'x' },
		invite_customer: { form: 'x', email: 'a@b.example' },
		space_numbers: {},
	}
	for (const { name, description = '' } of tools) {
		const scope = /scope ([a-z]+:[a-z]+)\.$/.exec(description)?.[1]
		expect(apiKeyScopes).toContain(scope)
		if (scope === 'testimonials:read') continue
		const others = apiKeyScopes.filter((other) => other !== scope)
		const agent = await connectAgent(app, (await issueKey(owner, space, { scopes: others })).key)
		const { isError, content } = await agent.call(name, inputs[name] ?? { id })
		expect([name, isError, content[0]?.text]).toEqual([name, true, `This key has not the scope ${scope}.`])
	}
})

test('large, deep, wide and hostile calls are refused and never an error of ours', async () => {
	const { key } = await issueKey(owner, space)
	expect((await post(key, 'x'.repeat(mcpLimits.requestBytes + 1))).status).toBe(413)
	const deep = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${'{"a":'.repeat(200)}1${'}'.repeat(201)}`
	const wide = call('search_testimonials', Object.fromEntries(Array.from({ length: 3000 }, (_, n) => [`k${n}`, n])))
	for (const [body, status] of [
		[deep, 400],
		['[]', 400],
		[JSON.stringify([list, list]), 400],
		['{', 400],
		['{}', 400],
		[wide, 200],
		[call('__proto__', {}), 200],
		[call('constructor', { __proto__: { id: 1 } }), 200],
		[call(['get_testimonial'], null), 200],
		[call('get_testimonial', { id: "' or 1=1 --" }), 200],
		[call('get_testimonial', { id: 7 }), 200],
		[call('search_testimonials', { words: '\u0000', tags: ['\u0000'] }), 200],
		[call('search_testimonials', { words: '\'"\\!&|():*<->'.repeat(10) }), 200],
		[call('search_testimonials', { words: '\ud800' }), 200],
		[call('search_testimonials', { most: 1e9 }), 200],
		[call('space_numbers', { from: '0001-01-01', to: '9999-12-31' }), 200],
		[call('invite_customer', { form: 'x', email: 'a\r\nbcc: b@c.example' }), 200],
		[{ jsonrpc: '2.0', id: 1, method: 'resources/read', params: { uri: 'file:///etc/passwd' } }, 200],
		[{ jsonrpc: '2.0', id: 1, method: 'no/such' }, 200],
	] as const) {
		const answer = await post(key, body)
		const name = typeof body === 'string' ? body.slice(0, 60) : JSON.stringify(body).slice(0, 90)
		expect([name, answer.status]).toEqual([name, status])
		expect([name, answer.text.includes('went wrong on our side')]).toEqual([name, false])
	}
	const accepted = await post(key, list, { accept: 'text/html' })
	expect(accepted.status).toBe(406)
	const missing = await post(key, list, { 'content-type': 'text/plain' })
	expect([200, 415]).toContain(missing.status)
})
