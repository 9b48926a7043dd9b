import { Webhook } from 'standardwebhooks'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { makeDeliveriesDue, makeWebhook } from '#test/support/product/make-webhook.ts'
import { addMember, createOwnSpace, postSubmission, type SpaceFixture } from '#test/support/product/space-fixture.ts'
import { submissionBody } from '#test/support/product/submission-body.ts'
import { openWebhookReceiver } from '#test/support/product/webhook-receiver.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/test-app.ts'

let app: TestApp
let owner: Person
let space: Omit<SpaceFixture, 'owner'>
let receiver: Awaited<ReturnType<typeof openWebhookReceiver>>

beforeAll(async () => {
	app = await createTestApp({ WEBHOOKS_PRIVATE: 'on', MAIL_AUTOCONFIRM: 'on' })
	owner = await app.person()
})
afterAll(() => app.close())
beforeEach(async () => {
	receiver = await openWebhookReceiver()
	space = await createOwnSpace(owner.client)
})
afterEach(() => receiver.close())

let number = 0
async function submit(changes: Record<string, unknown> = {}) {
	const body = `The jug number ${++number} pours without a drop beside it.`
	const answer = await postSubmission(app, submissionBody(space, { body, ...changes }))
	expect(answer.status).toBe(201)
	return { id: answer.body.id ?? '', token: answer.body.receipt_url?.split('/t/')[1] ?? '' }
}
async function settled() {
	app.webhooks.wake()
	await app.webhooks.idle()
	return receiver.calls
}
const decide = (id: string, status: string) =>
	owner.client.from('testimonials').update({ status }).eq('id', id).throwOnError()
const deliveries = async (webhook: string) => {
	const { data } = await owner.client
		.from('webhook_deliveries')
		.select('id, event, testimonial_id, attempt, state, status, answer, took_ms, next_at, done_at')
		.eq('webhook_id', webhook)
		.order('created_at')
		.throwOnError()
	return data
}
const webhookOf = async (id: string) =>
	(await owner.client.from('webhooks').select('*').eq('id', id).single().throwOnError()).data

it('a delivery is sent again under its webhook-id, and the words of one that was withdrawn or erased never', async () => {
	const { id } = await makeWebhook(owner.client, space.space_id, receiver.url, { events: ['testimonial.created'] })
	const [kept, back, gone] = [await submit(), await submit(), await submit()]
	await settled()
	const firstIds = receiver.calls.map(({ headers }) => headers['webhook-id'])
	receiver.calls.splice(0)
	const post = (body: object) =>
		app.fetch(`${app.url}/functions/v1/webhook-replay`, {
			method: 'POST',
			headers: { authorization: `Bearer ${owner.token}`, 'content-type': 'application/json' },
			body: JSON.stringify(body),
		})
	const first = (await deliveries(id)).find((one) => one.testimonial_id === kept.id)
	const answer = await post({ delivery: first?.id })
	expect([answer.status, await answer.json()]).toEqual([202, { replayed: 1, delivery: expect.any(String) }])
	await settled()
	expect(receiver.calls[0]?.headers['webhook-id']).toBe(first?.id)

	await app.sql('update public.testimonials set withdrawn_at = now() where id = $1', [back.id])
	await app.sql('delete from public.testimonials where id = $1', [gone.id])
	receiver.calls.splice(0)
	const span = {
		id,
		from: new Date(Date.now() - 60_000).toISOString(),
		to: new Date(Date.now() + 60_000).toISOString(),
	}
	expect(await (await post(span)).json()).toEqual({ replayed: 3 })
	await settled()
	expect(receiver.calls.map(({ headers }) => headers['webhook-id'])).toEqual([first?.id])
	expect(firstIds).toContain(first?.id)
	const states = (await deliveries(id)).filter((one) => one.testimonial_id !== kept.id).map(({ state }) => state)
	expect(states.toSorted()).toEqual(['delivered', 'delivered', 'skipped', 'skipped'])
	expect((await post({ ...span, to: span.from })).status).toBe(422)
	expect((await post({ delivery: 'x' })).status).toBe(422)
})

it('a changed secret signs along with the former one for a day, also what is on its way', async () => {
	const { id, secret } = await makeWebhook(owner.client, space.space_id, receiver.url)
	receiver.answer = (_, response) => response.writeHead(503).end()
	await submit()
	await settled()
	const { data } = await owner.client.rpc('rotate_webhook_secret', { id }).throwOnError()
	receiver.answer = (_, response) => response.writeHead(200).end()
	await makeDeliveriesDue(app, id)
	const call = receiver.calls.at(-1)
	const verify = (key: string) => new Webhook(key).verify(call?.text ?? '', call?.headers as Record<string, string>)
	expect(verify(secret)).toEqual(verify((data as { secret: string }).secret))
	await app.sql(`update private.webhook_secrets set former_until = now() where webhook_id = $1`, [id])
	await submit()
	await settled()
	const last = receiver.calls.at(-1)
	expect(() => new Webhook(secret).verify(last?.text ?? '', last?.headers as Record<string, string>)).toThrow()
})

it('the former secret is ended before its day is over, or becomes the only one again', async () => {
	const { id, secret } = await makeWebhook(owner.client, space.space_id, receiver.url)
	const rotate = async () =>
		(await owner.client.rpc('rotate_webhook_secret', { id }).throwOnError()).data.secret as string
	const signers = async (secrets: readonly string[]) => {
		await submit()
		const call = (await settled()).at(-1)
		return secrets.filter((one) => {
			try {
				return new Webhook(one).verify(call?.text ?? '', call?.headers as Record<string, string>) !== null
			} catch {
				return false
			}
		})
	}
	const rotatedAt = async () => (await webhookOf(id)).secret_rotated_at
	const second = await rotate()
	await owner.client.rpc('end_former_webhook_secret', { id }).throwOnError()
	expect(await signers([secret, second])).toEqual([second])
	expect(Date.now() - Date.parse(await rotatedAt())).toBeGreaterThanOrEqual(24 * 3_600_000)
	const third = await rotate()
	expect(await signers([second, third])).toEqual([second, third])
	await owner.client.rpc('restore_webhook_secret', { id }).throwOnError()
	expect(await signers([second, third])).toEqual([second])
	expect(await rotatedAt()).toBeNull()
	await app.sql(`update private.webhook_secrets set former = $2, former_until = now() where webhook_id = $1`, [
		id,
		third,
	])
	for (const name of ['end_former_webhook_secret', 'restore_webhook_secret'])
		expect((await owner.client.rpc(name, { id })).error?.code).toBe('22023')
})

it('the body of a delivery is shown as it would be sent now, to those who read the log', async () => {
	const { id } = await makeWebhook(owner.client, space.space_id, receiver.url, { events: ['testimonial.created'] })
	const chat = await makeWebhook(owner.client, space.space_id, receiver.url, {
		events: ['testimonial.created'],
		kind: 'slack',
	})
	const sent = await submit()
	await settled()
	const viewer = await addMember(app, space.space_id, 'viewer')
	const post = (body: object, token: string) =>
		app.fetch(`${app.url}/functions/v1/webhook-body`, {
			method: 'POST',
			headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
			body: JSON.stringify(body),
		})
	const shown = async (webhook: string) => {
		const [delivery] = await deliveries(webhook)
		const answer = await post({ delivery: delivery?.id }, viewer.token)
		expect(answer.status).toBe(200)
		return ((await answer.json()) as { body: string | null }).body
	}
	const bodies = [await shown(id), await shown(chat.id)]
	expect(bodies.toSorted()).toEqual(receiver.calls.map(({ text }) => text).toSorted())
	await decide(sent.id, 'approved')
	expect(JSON.parse((await shown(id)) ?? '{}')).toMatchObject({
		type: 'testimonial.created',
		data: { status: 'approved' },
	})
	await app.sql(`update public.testimonials set spam_state = 'suspect' where id = $1`, [sent.id])
	expect([await shown(id), await shown(chat.id)]).toEqual([expect.stringContaining('pours'), null])
	await app.sql('update public.testimonials set withdrawn_at = now() where id = $1', [sent.id])
	expect(await shown(id)).toBeNull()
	await app.sql('delete from public.testimonials where id = $1', [sent.id])
	expect(await shown(id)).toBeNull()
	const [delivery] = await deliveries(id)
	const key = async (role: string, scopes: string[] | null) => {
		const { data } = await owner.client
			.rpc('create_api_key', { space_id: space.space_id, name: 'Shop', role, scopes })
			.throwOnError()
		return (data as { key: string }).key
	}
	expect((await post({ delivery: delivery?.id }, await key('editor', null))).status).toBe(200)
	const stranger = await app.person()
	for (const token of [stranger.token, await key('editor', ['walls:read']), await key('viewer', null)])
		expect([403, 404]).toContain((await post({ delivery: delivery?.id }, token)).status)
	expect((await post({ delivery: delivery?.id }, app.deps.keys.anonKey)).status).toBe(401)
	expect((await post({ delivery: 'x' }, owner.token)).status).toBe(422)
})

it('a replay of a span is counted before, with the same condition', async () => {
	const { id } = await makeWebhook(owner.client, space.space_id, receiver.url, { events: ['testimonial.created'] })
	const [, withdrawn] = [await submit(), await submit()]
	await settled()
	receiver.answer = (_, response) => response.writeHead(503).end()
	await submit()
	await settled()
	await app.sql('update public.testimonials set withdrawn_at = now() where id = $1', [withdrawn.id])
	const span = { since: new Date(Date.now() - 60_000), until: new Date(Date.now() + 60_000) }
	const count = async (of = span) => (await owner.client.rpc('count_webhook_replay', { id, ...of }).throwOnError()).data
	expect(await count()).toEqual({ all: 2, undelivered: 1, all_gone: 1, undelivered_gone: 0 })
	expect(await count({ since: span.until, until: new Date(Date.now() + 120_000) })).toMatchObject({
		all: 0,
		undelivered: 0,
	})
	const replay = (undelivered: boolean) =>
		app.fetch(`${app.url}/functions/v1/webhook-replay`, {
			method: 'POST',
			headers: { authorization: `Bearer ${owner.token}`, 'content-type': 'application/json' },
			body: JSON.stringify({ id, from: span.since, to: span.until, undelivered }),
		})
	expect(await (await replay(true)).json()).toEqual({ replayed: 1 })
	expect(await (await replay(false)).json()).toEqual({ replayed: 3 })
	// A message that was sent again is counted once.
	await settled()
	expect(await count()).toMatchObject({ all: 2, all_gone: 1 })
})

it('attempts, webhooks and what waits are numbers of /metrics', async () => {
	const { id } = await makeWebhook(owner.client, space.space_id, receiver.url, { events: ['testimonial.created'] })
	const numbers = async () => {
		const lines = (await app.deps.metrics.render()).split('\n').filter((line) => line.startsWith('plaudit_webhook'))
		return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]))
	}
	const attempts = (outcome: string) => `plaudit_webhook_attempts_total{outcome="${outcome}"}`
	const before = await numbers()
	await submit()
	await settled()
	receiver.answer = (_, response) => response.writeHead(503).end()
	await submit()
	await settled()
	const after = await numbers()
	const added = (name: string) => (after.get(name) ?? 0) - (before.get(name) ?? 0)
	expect([added(attempts('delivered')), added(attempts('retried')), added(attempts('failed'))]).toEqual([1, 1, 0])
	expect(added('plaudit_webhooks{state="failing"}')).toBe(1)
	expect(added('plaudit_webhook_deliveries_waiting')).toBe(1)
	await owner.client.from('webhooks').update({ is_active: false }).eq('id', id).throwOnError()
	expect((await numbers()).get('plaudit_webhooks{state="stopped"}')).toBe(
		(after.get('plaudit_webhooks{state="stopped"}') ?? 0) + 1,
	)
})

it('a test is sent at once and stands in the log', async () => {
	const { id, secret } = await makeWebhook(owner.client, space.space_id, receiver.url)
	receiver.answer = (_, response) => response.writeHead(418).end('a teapot')
	const answer = await app.fetch(`${app.url}/functions/v1/webhook-test`, {
		method: 'POST',
		headers: { authorization: `Bearer ${owner.token}`, 'content-type': 'application/json' },
		body: JSON.stringify({ id }),
	})
	expect([answer.status, await answer.json()]).toEqual([
		200,
		{ status: 418, took_ms: expect.any(Number), answer: 'a teapot' },
	])
	const [call] = receiver.calls
	expect(new Webhook(secret).verify(call?.text ?? '', call?.headers as Record<string, string>)).toMatchObject({
		type: 'test',
	})
	expect(await deliveries(id)).toMatchObject([{ event: 'test', state: 'failed', status: 418 }])
})
