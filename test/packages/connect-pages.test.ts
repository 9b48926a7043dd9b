import { readFile } from 'node:fs/promises'
import { runInNewContext } from 'node:vm'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { en } from '#product/mails/translations/en.ts'
import { n8nPackage } from '#test/support/n8n-host.ts'
import { issueKey } from '#test/support/product/issued-key.ts'
import { createOwnSpace } from '#test/support/product/space-fixture.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/test-app.ts'
import { agentConfigs } from '#web/features/connections/services/snippets/agent-configs.ts'
import { chatTexts } from '#web/features/connections/services/snippets/chat-texts.ts'
import { joinFlows } from '#web/features/connections/services/snippets/n8n-flows.ts'
import { eventsInPath, orderEvent, shopifyEvent } from '#web/features/connections/services/snippets/order-events.ts'
import {
	clientWithKey,
	promptCall,
	promptScript,
	wordpressShortcode,
} from '#web/features/connections/services/snippets/site-code.ts'

let app: TestApp
let owner: Person
let space: Awaited<ReturnType<typeof createOwnSpace>>
let key: string
beforeAll(async () => {
	app = await createTestApp()
	await app.stopWorkers()
	owner = await app.person()
	space = await createOwnSpace(owner.client)
	key = (await issueKey(owner, space.space_id)).key
})
afterAll(() => app.close())

const addressOfMcp = () => `${app.url}/functions/v1/mcp`

/** The address and the header that an agent sends, as it reads them from its text. */
function readConfig(id: string, text: string): { url: string; authorization: string } {
	if (!text.startsWith('{')) {
		const [, exported = ''] = /^export PLAUDIT_KEY=(\S+)$/m.exec(text) ?? []
		const [, url = ''] = /\s(https?:\S+)\s/.exec(text) ?? []
		const [, header] = /--header "Authorization: ([^"]+)"/.exec(text) ?? []
		expect(header !== undefined || text.includes('--bearer-token-env-var PLAUDIT_KEY')).toBe(true)
		return { url, authorization: header ?? `Bearer ${exported}` }
	}
	const config = JSON.parse(text)
	const { plaudit } = config[id === 'vs-code' ? 'servers' : 'mcpServers']
	if (!plaudit.command) return { url: plaudit.url, authorization: plaudit.headers.Authorization }
	const [, , url, option, header] = plaudit.args as string[]
	expect([plaudit.command, option]).toEqual(['npx', '--header'])
	expect(header).not.toContain(' ')
	const filled = header?.replace(/\$\{(\w+)\}/, (_, name) => plaudit.env[name]) ?? ''
	return { url: url ?? '', authorization: filled.slice('Authorization:'.length) }
}

it.each(agentConfigs.map(({ id }) => id))('the text for %s leads an agent to its tools', async (id) => {
	const config = agentConfigs.find((one) => one.id === id)
	const { url, authorization } = readConfig(id, config?.text(addressOfMcp(), key) ?? '')
	const transport = new StreamableHTTPClientTransport(new URL(url), {
		requestInit: { headers: { authorization } },
		fetch: app.fetch,
	})
	const client = new Client({ name: id, version: '1.0.0' })
	await client.connect(transport as Parameters<Client['connect']>[0])
	expect((await client.listTools()).tools.map(({ name }) => name)).toContain('quote_testimonial')
	await client.close()
})

it('the body for tools and the one for Shopify Flow are each taken once as an event that asks', async () => {
	const order: Record<string, string> = {
		'order.name': '#1043',
		'order.createdAt': '2026-11-30T09:00:00Z',
		'order.email': 'noor@harbour.example',
		'order.customer.firstName': 'Noor "N." O\\Shea',
	}
	const filled = shopifyEvent(space.slug).replace(/\{\{ ([\w.]+) \| json \}\}/g, (_, name) =>
		JSON.stringify(order[name]),
	)
	expect(filled).not.toContain('{{')
	for (const body of [orderEvent(space.slug), filled]) {
		const send = async () => {
			const answer = await app.fetch(`${app.url}${eventsInPath}`, {
				method: 'POST',
				headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
				body,
			})
			return { status: answer.status, ...(await answer.json()) }
		}
		const first = await send()
		expect(first).toMatchObject({ status: 202, state: 'asked' })
		expect(await send()).toEqual(first)
	}
})

it('the client with a key in place of a session reads the space of the key', async () => {
	const code = clientWithKey(app.url)
		.replace(/^import .*$/m, '')
		.replace('plk_…', key)
	const context = { createClient: withFetch, fetch: app.fetch, client: undefined as unknown }
	await runInNewContext(`(async () => { ${code}; globalThis.client = client })()`, context)
	const client = context.client as ReturnType<typeof createClient>
	expect((await client.from('spaces').select('id').throwOnError()).data).toEqual([{ id: space.space_id }])
})

/** The official client, which sends its requests to the app under test. */
const withFetch: typeof createClient = (url, anonKey, options) =>
	createClient(url, anonKey, { ...options, global: { fetch: app.fetch } } as object) as never

it('a call of the prompt is kept until the script is there, with options that the script knows', async () => {
	const page: { user: { id: number }; window?: object; plaudit?: { q: ArrayLike<unknown>[] } } = { user: { id: 7 } }
	page.window = page
	runInNewContext(promptCall('your-form'), page)
	const [call] = page.plaudit?.q ?? []
	expect(Array.from(call ?? [])).toEqual(['ask', { form: 'your-form', who: 7, after: '3 days' }])
	const source = await readFile(new URL('../../src/embed/prompt.ts', import.meta.url), 'utf8')
	for (const option of ['form', 'who', 'after']) expect(source).toMatch(new RegExp(`^\\t${option}\\??: `, 'm'))
	expect(promptScript('https://praise.example.com')).toContain('"https://praise.example.com/embed/prompt.js"')
})

it('the shortcode names an attribute that the plugin reads', async () => {
	const code = await readFile(new URL('../../packages/wordpress/plugin/includes/blocks.php', import.meta.url), 'utf8')
	const [, tag, attribute] = /^\[(\w+) (\w+)="evening"\]$/.exec(wordpressShortcode('evening')) ?? []
	expect(code).toContain(`add_shortcode( '${tag}'`)
	expect(code).toMatch(new RegExp(`foreach \\( array\\( [^)]*'${attribute}'`))
})

it('the flows for n8n stand below each other on one canvas, and ask by the form of the space', async () => {
	const names = ['published-words-into-a-sheet', 'ask-three-days-after-delivery']
	const flows = await Promise.all(names.map((name) => readFile(`${n8nPackage}flows/${name}.json`, 'utf8')))
	const { nodes, connections } = JSON.parse(joinFlows(flows, space.slug)) as {
		nodes: { name: string; id: string; position: number[]; parameters: { form?: string } }[]
		connections: Record<string, { main: { node: string }[][] }>
	}
	for (const part of ['name', 'id', 'position'] as const)
		expect(new Set(nodes.map((node) => String(node[part]))).size).toBe(nodes.length)
	expect(nodes.flatMap(({ parameters }) => parameters.form ?? [])).toEqual([space.slug])
	for (const { main } of Object.values(connections))
		for (const { node } of main.flat()) expect(nodes.map(({ name }) => name)).toContain(node)
	expect(Object.keys(connections)).toHaveLength(4)
})

it('the drawn messages say what the server writes in English', () => {
	const written = en.chat as Record<string, string>
	for (const [name, text] of Object.entries(chatTexts)) expect([name, written[name]]).toEqual([name, text])
})
