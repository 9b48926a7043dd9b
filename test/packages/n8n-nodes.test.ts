import { createHmac } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import {
	hostFunctions,
	type Item,
	loadNodes,
	type NodeClass,
	n8nPackage,
	openTriggerHost,
} from '#test/support/n8n-host.ts'
import { createOwnSpace, postSubmission } from '#test/support/product/space-fixture.ts'
import { submissionBody } from '#test/support/product/submission-body.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/test-app.ts'

let app: TestApp
let nodes: Record<string, NodeClass>
let owner: Person
let space: Awaited<ReturnType<typeof createOwnSpace>>
let key: string

beforeAll(async () => {
	app = await createTestApp({ WEBHOOKS_PRIVATE: 'on', MAIL_AUTOCONFIRM: 'on' })
	nodes = await loadNodes()
	owner = await app.person()
})
beforeEach(async () => {
	space = await createOwnSpace(owner.client)
	const asked = { space_id: space.space_id, name: 'n8n', role: 'editor' }
	key = (await owner.client.rpc('create_api_key', asked).throwOnError()).data.key
})
afterAll(() => app.close())

/** Runs the node once for each item. */
async function execute(operation: string, items: Record<string, unknown>[], { goesOn = false, of = key } = {}) {
	const [found] = await (nodes.Plaudit as Required<NodeClass>).execute.call({
		...hostFunctions(`${app.url}/`, of, app.fetch),
		getInputData: () => items.map((json) => ({ json })),
		getNodeParameter: (name: string, item: number, otherwise: unknown) =>
			name === 'operation' ? operation : (items[item]?.[name] ?? otherwise),
		continueOnFail: () => goesOn,
	})
	return found as Item[]
}

async function submit(body: string): Promise<string> {
	return (await postSubmission(app, submissionBody(space, { body }))).body.id ?? ''
}
const statusOf = async (id: string) =>
	(await owner.client.from('testimonials').select('status').eq('id', id).single().throwOnError()).data.status

it('the node adds a testimonial once for each reference, and finds it by id, by words and by status', async () => {
	const item = {
		words: 'The kiln – “warm” – at\nfive.',
		name: 'Ada',
		additionalFields: { rating: '5', reference: 'row 7' },
	}
	const [first, second] = await execute('create', [item, item])
	expect(first?.json.id).toMatch(/^[0-9a-f-]{36}$/)
	expect(second?.json).toEqual(first?.json)
	const id = String(first?.json.id)
	const [read] = await execute('get', [{ id }])
	expect(read?.json).toMatchObject({ id, body: item.words, rating: 5, author_name: 'Ada', status: 'pending' })
	const other = await submit('A jug that pours.')
	expect((await execute('search', [{ query: 'kiln', status: '' }])).map(({ json }) => json.id)).toEqual([id])
	expect(await execute('search', [{ query: 'kiln', status: 'approved' }])).toEqual([])
	expect((await execute('search', [{ query: '', status: 'pending', limit: 1 }])).map(({ json }) => json.id)).toEqual([
		other,
	])
})

it('the node approves, rejects and tags, and a tag of the same name is made once', async () => {
	const [one, two] = [await submit('One jug.'), await submit('Two jugs.')]
	expect((await execute('approve', [{ id: one }]))[0]?.json).toMatchObject({ id: one, status: 'approved' })
	await execute('reject', [{ id: two }])
	expect([await statusOf(one), await statusOf(two)]).toEqual(['approved', 'rejected'])
	const tagged = await execute('tag', [
		{ id: one, tag: 'Courses & more' },
		{ id: one, tag: 'Courses & more' },
		{ id: two, tag: 'Courses & more' },
	])
	expect(tagged.map(({ json }) => json.tag)).toEqual(Array(3).fill('Courses & more'))
	const { data } = await owner.client.from('testimonial_tags').select('testimonial_id, tags(name)').throwOnError()
	expect(data).toHaveLength(2)
})

it('the node asks a customer once for each reference, and keeps an event without a form', async () => {
	const form = space.slug
	const item = { email: 'ana@b.example', name: 'Ana', reference: '1042', form, additionalFields: { company: 'Quay' } }
	const answers = await execute('ask', [item, item, { ...item, email: 'bo@b.example', reference: '1043', form: '' }])
	expect(answers.map(({ json }) => json.state)).toEqual(['asked', 'asked', 'waiting'])
	expect(answers[1]?.json.id).toBe(answers[0]?.json.id)
	const { data } = await owner.client.from('invitations').select('email').eq('space_id', space.space_id).throwOnError()
	expect(data).toEqual([{ email: 'ana@b.example' }])
})

it('an error stops the node, or becomes an item where the flow goes on; a revoked key does nothing', async () => {
	await expect(execute('get', [{ id: 'or=(id.gt.0)' }])).rejects.toThrow('The id of a testimonial is a UUID.')
	const unknown = '00000000-0000-4000-8000-000000000000'
	const id = await submit('A jug.')
	const found = await execute('approve', [{ id: unknown }, { id }], { goesOn: true })
	expect(found.map(({ json, pairedItem }) => [json.error ?? json.status, pairedItem?.item])).toEqual([
		['There is no such testimonial in the space of this key.', 0],
		['approved', 1],
	])
	await app.sql('update public.api_keys set revoked_at = now() where space_id = $1', [space.space_id])
	await expect(execute('search', [{ query: '' }])).rejects.toThrow(/^401/)
})

it('the trigger makes a webhook for an active flow, starts it once for each signed call, and deletes it', async () => {
	const trigger = nodes.PlauditTrigger as Required<NodeClass>
	const host = await openTriggerHost(trigger, hostFunctions(app.url, key, app.fetch))
	const { checkExists, create, delete: remove } = trigger.webhookMethods.default
	const context = host.hooks(['testimonial.created', 'testimonial.approved'])
	const webhooks = async () =>
		(await owner.client.from('webhooks').select('id, url, events').eq('space_id', space.space_id).throwOnError()).data
	expect(await checkExists.call(context)).toBe(false)
	expect(await create.call(context)).toBe(true)
	expect(await checkExists.call(context)).toBe(true)
	expect(await webhooks()).toMatchObject([{ url: host.url, events: ['testimonial.approved', 'testimonial.created'] }])

	const id = await submit('A jug “that” pours.')
	app.webhooks.wake()
	await expect.poll(() => host.started.length).toBe(1)
	expect(host.started[0]).toMatchObject({ type: 'testimonial.created', data: { id, text: 'A jug “that” pours.' } })
	expect(host.statuses).toEqual([200])

	const body = Buffer.from('{"type":"testimonial.created","data":{}}')
	const signed = (secret: string, seconds = Math.floor(Date.now() / 1000), of = body) => {
		const secretBytes = Buffer.from(secret.slice('whsec_'.length), 'base64')
		const signature = createHmac('sha256', secretBytes).update(`msg_1.${seconds}.`).update(of).digest('base64')
		return {
			'webhook-id': 'msg_1',
			'webhook-timestamp': String(seconds),
			'webhook-signature': `v1,AAAA v1,${signature}`,
		}
	}
	const secret = String(host.stored.secret)
	const old = Math.floor(Date.now() / 1000) - 301
	for (const headers of [
		{},
		signed('whsec_'),
		signed(`whsec_${'A'.repeat(44)}`),
		signed(secret, old),
		signed(secret, undefined, Buffer.from('{}')),
	])
		expect(await host.call(headers, body)).toBe(401)
	expect(host.started).toHaveLength(1)
	expect([await host.call(signed(secret), body), await host.call(signed(secret), body)]).toEqual([200, 200])
	expect(host.started).toHaveLength(2)

	expect(await checkExists.call(host.hooks(['import.finished']))).toBe(false)
	expect(await webhooks()).toEqual([])
	await create.call(context)
	expect(await remove.call(context)).toBe(true)
	expect(await webhooks()).toEqual([])
	expect(host.stored).toEqual({})
	expect(await remove.call(context)).toBe(true)
	await host.close()
})

it('no operation can change words or stars, and the example flows use operations, events and fields that exist', async () => {
	const options = (node: string, name: string) => {
		const property = nodes[node]?.description.properties.find((one) => one.name === name)
		return ((property?.options ?? []) as { value: string }[]).map(({ value }) => value)
	}
	expect(options('Plaudit', 'operation').sort()).toEqual(['approve', 'ask', 'create', 'get', 'reject', 'search', 'tag'])
	for (const file of ['published-words-into-a-sheet', 'ask-three-days-after-delivery']) {
		const flow = JSON.parse(await readFile(`${n8nPackage}flows/${file}.json`, 'utf8')) as {
			nodes: { name: string; type: string; parameters: { operation?: string; events?: string[] } }[]
			connections: Record<string, { main: { node: string }[][] }>
		}
		const names = flow.nodes.map(({ name }) => name)
		for (const [from, { main }] of Object.entries(flow.connections))
			for (const name of [from, ...main.flat().map(({ node }) => node)]) expect(names).toContain(name)
		const own = flow.nodes.filter(({ type }) => type.startsWith('n8n-nodes-plaudit.'))
		expect(own).toHaveLength(1)
		for (const { type, parameters } of own)
			if (type.endsWith('Trigger'))
				expect(options('PlauditTrigger', 'events')).toEqual(expect.arrayContaining(parameters.events ?? ['']))
			else expect(options('Plaudit', 'operation')).toContain(parameters.operation)
	}
})
