import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { makeWebhook } from '#test/support/product/make-webhook.ts'
import { createOwnSpace, type SpaceFixture } from '#test/support/product/space-fixture.ts'
import { openWebhookReceiver } from '#test/support/product/webhook-receiver.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/test-app.ts'

let app: TestApp
let owner: Person
let space: Omit<SpaceFixture, 'owner'>
let receiver: Awaited<ReturnType<typeof openWebhookReceiver>>

beforeAll(async () => {
	app = await createTestApp({ WEBHOOKS_PRIVATE: 'on' })
	owner = await app.person()
})
afterAll(() => app.close())
beforeEach(async () => {
	receiver = await openWebhookReceiver()
	space = await createOwnSpace(owner.client)
})
afterEach(() => receiver.close())

/** Stores testimonials in one statement, as if members had added them. */
const add = (count: number) =>
	app.sql(
		`insert into public.testimonials (space_id, kind, body, author_name, source)
		select $1, 'text', 'Words ' || n, 'Person ' || n, 'manual' from generate_series(1, $2::int) n`,
		[space.space_id, count],
	)
const logOf = async (webhook: string) =>
	app.sql<{ state: string; attempt: number; status: number | null; answer: string | null; took_ms: number }>(
		'select state, attempt, status, answer, took_ms from public.webhook_deliveries where webhook_id = $1',
		[webhook],
	)
const first = async (webhook: string) => {
	await expect.poll(async () => (await logOf(webhook))[0]?.took_ms ?? null, { timeout: 20_000 }).not.toBeNull()
	return (await logOf(webhook))[0]
}

it('a redirect is a failure and is not followed', async () => {
	const target = await openWebhookReceiver()
	receiver.answer = (_, response) => response.writeHead(301, { location: target.url }).end()
	const { id } = await makeWebhook(owner.client, space.space_id, receiver.url)
	await add(1)
	expect(await first(id)).toMatchObject({
		state: 'waiting',
		status: 301,
		answer: 'It leads to another address. Redirects are not followed.',
	})
	expect(target.calls).toEqual([])
	await target.close()
})

it('no more than the beginning is read of an answer that is endless, drips or is no text', async () => {
	let sent = 0
	receiver.answer = (_, response) => {
		response.writeHead(200)
		const more = () => {
			while (!response.destroyed && sent < 200e6 && response.write(Buffer.alloc(65_536, 0))) sent += 65_536
		}
		response.on('drain', more)
		more()
	}
	const { id } = await makeWebhook(owner.client, space.space_id, receiver.url)
	await add(1)
	expect(await first(id)).toMatchObject({ state: 'delivered', answer: '' })
	expect(sent).toBeLessThan(20e6)

	const dripping = await openWebhookReceiver()
	dripping.answer = (_, response) => {
		response.writeHead(200).write('slowly')
		const timer = setInterval(() => response.write('.'), 100)
		response.on('close', () => clearInterval(timer))
	}
	const other = await makeWebhook(owner.client, space.space_id, dripping.url)
	await add(1)
	expect(await first(other.id)).toMatchObject({ state: 'delivered', answer: expect.stringMatching(/^slowly\.+$/) })
	await dripping.close()
})

it('an address that does not answer fails after ten seconds, and delays no other webhook', async () => {
	receiver.answer = () => undefined
	const silent = await makeWebhook(owner.client, space.space_id, receiver.url)
	const quick = await openWebhookReceiver()
	await makeWebhook(owner.client, space.space_id, quick.url)
	const started = Date.now()
	await add(3)
	await expect.poll(() => quick.calls.length).toBe(3)
	expect(Date.now() - started).toBeLessThan(5000)
	expect(await first(silent.id)).toMatchObject({ state: 'waiting', status: null, answer: 'It did not answer in time.' })
	await quick.close()
}, 30_000)

it('two thousand deliveries to a dead address are a few calls, and other webhooks go on', async () => {
	const server = createServer()
	server.listen(0, '127.0.0.1')
	await once(server, 'listening')
	const { port } = server.address() as AddressInfo
	server.close()
	const dead = await makeWebhook(owner.client, space.space_id, `http://127.0.0.1:${port}/`)
	await makeWebhook(owner.client, space.space_id, receiver.url, { events: ['testimonial.approved'] })
	await add(2000)
	await expect
		.poll(async () => (await logOf(dead.id)).filter(({ attempt }) => attempt > 0).length, { timeout: 20_000 })
		.toBeGreaterThan(0)
	const started = Date.now()
	await app.sql(
		`update public.testimonials set status = 'approved'
		where id = (select id from public.testimonials where space_id = $1 limit 1)`,
		[space.space_id],
	)
	app.webhooks.wake()
	await expect.poll(() => receiver.calls.length, { timeout: 5000 }).toBe(1)
	expect(Date.now() - started).toBeLessThan(5000)
	await app.webhooks.idle()
	const log = await logOf(dead.id)
	expect(log.length).toBeGreaterThanOrEqual(2000)
	expect(log.reduce((sum, { attempt }) => sum + attempt, 0)).toBeLessThan(60)
	expect(log.find(({ attempt }) => attempt > 0)?.answer).toBe('It could not be reached.')
}, 40_000)

it('at most ten calls of a webhook are open at once, and all arrive', async () => {
	receiver.answer = (_, response) => setTimeout(() => response.writeHead(200).end(), 20)
	await makeWebhook(owner.client, space.space_id, receiver.url)
	await add(60)
	await expect.poll(() => receiver.calls.length, { timeout: 20_000 }).toBe(60)
	expect(receiver.mostAtOnce).toBeGreaterThan(1)
	expect(receiver.mostAtOnce).toBeLessThanOrEqual(10)
	expect(new Set(receiver.calls.map(({ body }) => body.data.id)).size).toBe(60)
}, 30_000)

it('two nodes send each delivery once, and one whose node ended is sent by the other', async () => {
	const other = await createTestApp({ WEBHOOKS_PRIVATE: 'on' }, app.database)
	receiver.answer = (_, response) => setTimeout(() => response.writeHead(200).end(), 10)
	const { id } = await makeWebhook(owner.client, space.space_id, receiver.url)
	await add(40)
	app.webhooks.wake()
	other.webhooks.wake()
	await expect.poll(() => receiver.calls.length, { timeout: 20_000 }).toBe(40)
	await Promise.all([app.webhooks.idle(), other.webhooks.idle()])
	expect(receiver.calls.length).toBe(40)
	// As if a node had taken the webhook and one delivery, and ended before it recorded the answer.
	await app.sql(
		`with sent as (update public.webhook_deliveries set state = 'waiting', next_at = now()
			where id = (select id from public.webhook_deliveries where webhook_id = $1 limit 1))
		update private.webhook_queues set run_at = now(), leased_until = now() + interval '1 second', generation = generation + 1 where webhook_id = $1`,
		[id],
	)
	await expect.poll(() => receiver.calls.length, { timeout: 20_000 }).toBe(41)
	await other.close()
}, 60_000)
