import { randomUUID } from 'node:crypto'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { issueKey } from '#test/support/product/issued-key.ts'
import { createOwnSpace, postSubmission, type SpaceFixture } from '#test/support/product/space-fixture.ts'
import { submissionBody } from '#test/support/product/submission-body.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/test-app.ts'
import { exampleIds, exampleSlug, exampleWording } from './function-description.ts'

type Json = Record<string, unknown>
type Parameter = { name: string; in: string; required?: boolean; example?: string }
type Operation = {
	parameters?: Parameter[]
	security: Json[]
	requestBody?: { content: Record<string, { schema: Json; example?: unknown }> }
	responses: Record<string, { content?: Record<string, unknown>; $ref?: string }>
}
type Call = { method: string; path: string; operation: Operation }

let app: TestApp
let owner: Person
let space: Omit<SpaceFixture, 'owner'>
let key: string
let receipt: string
let testimonial: string
let calls: Call[]
let ajv: Ajv2020
beforeAll(async () => {
	app = await createTestApp()
	owner = await app.person()
	space = await createOwnSpace(owner.client)
	await app.sql("update public.forms set accepts = '{text,photo,video,audio}' where id = $1", [space.form_id])
	key = (await issueKey(owner, space.space_id)).key
	const sent = await postSubmission(app, submissionBody(space, {}))
	receipt = sent.body.receipt_url?.split('/').at(-1) ?? ''
	testimonial = sent.body.id ?? ''
	const document = (await (await app.fetch(`${app.url}/functions/v1/openapi.json`)).json()) as Json
	ajv = new Ajv2020({ strict: false, validateFormats: false })
	ajv.addSchema(document, 'api')
	calls = Object.entries(document.paths as Record<string, Record<string, Operation>>).flatMap(([path, operations]) =>
		Object.entries(operations).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
	)
})
afterAll(() => app.close())

/** The examples with the ids of the space of this test. */
function placed<Value>(value: Value): Value {
	if (value === undefined) return value
	const own: Record<string, string> = {
		[exampleIds.space]: space.space_id,
		[exampleIds.form]: space.form_id,
		[exampleIds.wall]: space.wall_id,
		[exampleSlug]: space.slug,
		[exampleWording]: space.wording,
	}
	const text = JSON.stringify(value)
	return JSON.parse(Object.entries(own).reduce((made, [from, to]) => made.replaceAll(from, to), text)) as Value
}

/** Checks an answer against its document: the status is named, and the body has the shape of that status. */
async function expectDocumented({ method, path, operation }: Call, response: Response): Promise<void> {
	const { status } = response
	const name = `${method} ${path}: ${status}`
	const key = [String(status), `${Math.floor(status / 100)}XX`].find((code) => code in operation.responses)
	expect(key, name).toBeDefined()
	const type = response.headers.get('content-type')?.split(';')[0] ?? ''
	const text = await response.text()
	const { $ref, content } = operation.responses[key ?? ''] ?? {}
	expect(status, name).toBeLessThan(500)
	if (!$ref && !content) return expect(text, name).toBe('')
	const pointer = (part: string) => part.replaceAll('~', '~0').replaceAll('/', '~1')
	const base = $ref ?? `#/paths/${pointer(path)}/${method.toLowerCase()}/responses/${key}`
	if (type !== 'application/json') return expect(Object.keys(content ?? {}), name).toContain(type)
	const validate = ajv.compile({ $ref: `api${base}/content/application~1json/schema` })
	const isValid = validate(JSON.parse(text))
	expect([name, isValid || [validate.errors, text.slice(0, 500)]]).toEqual([name, true])
}

async function make({ method, path, operation }: Call, bearer: string, body?: unknown, query = ''): Promise<Response> {
	const { parameters = [], requestBody } = operation
	const [type, media] = Object.entries(requestBody?.content ?? {})[0] ?? []
	const given = body ?? placed(media?.example)
	const search = new URLSearchParams(query)
	for (const { name, in: place, example } of parameters)
		if (place === 'query' && example !== undefined) search.set(name, placed(example))
	const headers: Record<string, string> = { authorization: `Bearer ${bearer}`, apikey: app.deps.keys.anonKey }
	if (path.startsWith('/rest/v1/') && (method === 'PATCH' || method === 'DELETE'))
		headers.prefer = 'return=representation'
	if (path.endsWith('/mcp')) headers.accept = 'application/json, text/event-stream'
	if (path.endsWith('/receipt')) headers['receipt-token'] = receipt
	const form = new FormData()
	if (type === 'multipart/form-data')
		for (const [name, value] of Object.entries(given as Record<string, string>)) form.set(name, value)
	else if (type) headers['content-type'] = type
	const place = path.replaceAll('{id}', exampleIds.bulk)
	return app.fetch(`${app.url}${place}${search.size > 0 ? `?${search}` : ''}`, {
		method,
		headers,
		...(type === undefined
			? {}
			: { body: type === 'multipart/form-data' ? form : type.endsWith('json') ? JSON.stringify(given ?? {}) : 'x' }),
	})
}

/** Functions whose example names what is not there, or that need an operator, a page on the web, or bytes. */
const refusedExamples = [
	'DELETE /captions',
	'GET /instance',
	'GET /person',
	'POST /bounce',
	'POST /bulk/{id}/stop',
	'POST /bulk/{id}/undo',
	'POST /import-row',
	'POST /instance',
	'POST /link-preview',
	'POST /member-link',
	'POST /operator',
	'POST /site-check',
	'POST /webhook-body',
	'POST /webhook-replay',
	'POST /webhook-test',
	'PUT /captions',
	'PUT /font',
]

test('every documented function answers its example with a status and a shape of the document', async () => {
	const refused: string[] = []
	const functions = calls.filter(({ path }) => path.startsWith('/functions/v1/'))
	// The private link is erased last.
	const isErasure = ({ method, path }: Call) => Number(`${method} ${path}` === 'DELETE /functions/v1/receipt')
	for (const call of functions.sort((a, b) => isErasure(a) - isErasure(b))) {
		const needsKey = call.path.endsWith('/mcp')
		const response = await make(call, needsKey ? key : owner.token)
		if (!response.ok) refused.push(`${call.method} ${call.path.slice('/functions/v1'.length)}`)
		await expectDocumented(call, response)
	}
	expect(refused.sort()).toEqual(refusedExamples)
})

test('every documented call of a table answers with a status and a shape of the document', async () => {
	for (const call of calls.filter(({ path }) => /^\/rest\/v1\/\w+$/.test(path))) {
		const { method, operation } = call
		const filter = operation.parameters?.filter(({ in: place }) => place === 'query').at(-1)?.name ?? ''
		const query = method === 'GET' ? 'limit=2' : method === 'POST' ? '' : `${filter}=is.null&limit=0`
		const response = await make(call, owner.token, method === 'POST' ? [] : undefined, query)
		expect([call.path, method, response.status < 300 || (await response.clone().text())]).toEqual([
			call.path,
			method,
			true,
		])
		await expectDocumented(call, response)
	}
})

test('every documented procedure answers with a status and a shape of the document', async () => {
	const known: Record<string, unknown> = {
		space_id: space.space_id,
		form_id: space.form_id,
		wall_id: space.wall_id,
		testimonial_id: testimonial,
		testimonial_ids: [testimonial],
		query: 'mug',
		from: '2026-01-01',
		to: '2026-01-31',
		slug: space.slug,
		recipients: [{ email: 'noor@harbour.example' }],
		subject: 'How was it?',
		message: 'Hello {name}',
		role: 'viewer',
	}
	const samples: Record<string, unknown> = { string: 'x', integer: 1, number: 1, boolean: false, array: [], object: {} }
	let succeeded = 0
	for (const call of calls.filter(({ path }) => path.startsWith('/rest/v1/rpc/'))) {
		// Each is called by an owner of its own where it ends the account, the session or the ownership.
		const isEnding = /delete_account|hand_over|end_session|erase_/.test(call.path)
		const bearer = isEnding ? (await app.person()).token : owner.token
		const schema = call.operation.requestBody?.content['application/json']?.schema as Json
		const { properties = {}, required = [] } = schema as { properties?: Record<string, Json>; required?: string[] }
		const body = Object.fromEntries(
			required.map((name) => {
				const { type, format } = properties[name] ?? {}
				return [name, known[name] ?? (format === 'uuid' ? randomUUID() : (samples[String(type)] ?? {}))]
			}),
		)
		const response = await make(call, bearer, body)
		if (response.ok) succeeded++
		await expectDocumented(call, response)
	}
	expect(succeeded).toBeGreaterThan(25)
})

test('a key reaches what the document opens to its scope, and a key without any of it is refused or finds nothing', async () => {
	const reads = calls.filter(({ method, path }) => method === 'GET' && /^\/rest\/v1\/\w+$/.test(path))
	const open: string[] = []
	for (const call of reads) {
		const rows = (await (await make(call, key, undefined, 'limit=1')).json()) as unknown[]
		const scope = call.operation.security.find((one) => 'key' in one)
		if (Array.isArray(rows) && rows.length > 0) {
			open.push(call.path)
			expect([call.path, scope !== undefined]).toEqual([call.path, true])
		}
	}
	expect(open).toContain('/rest/v1/testimonials')
	expect(open).toContain('/rest/v1/spaces')
})
