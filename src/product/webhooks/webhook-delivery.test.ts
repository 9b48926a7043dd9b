import { Webhook } from 'standardwebhooks'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { type SmtpServer, startSmtpServer } from '#test/fakes/smtp-server.ts'
import { makeInvitation } from '#test/support/product/make-invitation.ts'
import { makeDeliveriesDue, makeWebhook } from '#test/support/product/make-webhook.ts'
import { addMember, createOwnSpace, postSubmission, type SpaceFixture } from '#test/support/product/space-fixture.ts'
import { submissionBody } from '#test/support/product/submission-body.ts'
import { openWebhookReceiver } from '#test/support/product/webhook-receiver.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/test-app.ts'

let smtp: SmtpServer
let app: TestApp
let owner: Person
let space: Omit<SpaceFixture, 'owner'>
let receiver: Awaited<ReturnType<typeof openWebhookReceiver>>

beforeAll(async () => {
	smtp = await startSmtpServer()
	app = await createTestApp({ WEBHOOKS_PRIVATE: 'on', MAIL_AUTOCONFIRM: 'on', SMTP_URL: smtp.url })
	owner = await app.person()
})
afterAll(async () => {
	await app.close()
	await smtp.close()
})
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

it('the official library verifies a call, whose body is the public shape with the state', async () => {
	const { id, secret } = await makeWebhook(owner.client, space.space_id, receiver.url)
	expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
	const sent = await submit({ author: { name: 'Ines Castellanos', email: 'ines@harbour.example' }, rating: 4 })
	await expect.poll(() => receiver.calls.length).toBe(1)
	const [call] = receiver.calls
	const verified = new Webhook(secret).verify(call?.text ?? '', call?.headers as Record<string, string>)
	expect(verified).toEqual({
		type: 'testimonial.created',
		timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
		api_version: '2026-11-01',
		data: expect.objectContaining({
			id: sent.id,
			text: `The jug number ${number} pours without a drop beside it.`,
			rating: 4,
			author: expect.objectContaining({ name: 'Ines Castellanos' }),
			status: 'pending',
			spam_state: 'clean',
			is_public: false,
			consent: 'public',
			page_url: null,
			inbox_url: `${app.url}/dashboard/inbox/${sent.id}`,
		}),
	})
	expect(call?.text).not.toContain('harbour.example')
	await app.webhooks.idle()
	const [delivery] = await deliveries(id)
	expect(delivery).toMatchObject({ event: 'testimonial.created', state: 'delivered', attempt: 1, status: 204 })
	expect(call?.headers['webhook-id']).toBe(delivery?.id)
	expect((await webhookOf(id)).last_delivered_at).not.toBeNull()
})

it('each change is told once, in the order of its testimonial', async () => {
	await makeWebhook(owner.client, space.space_id, receiver.url)
	const { id, token } = await submit()
	await decide(id, 'approved')
	await owner.client.from('testimonials').update({ is_pinned: true }).eq('id', id).throwOnError()
	await decide(id, 'archived')
	await settled()
	const change = (body: object) =>
		app.fetch(`${app.url}/functions/v1/receipt`, {
			method: 'PATCH',
			headers: { 'receipt-token': token, 'content-type': 'application/json' },
			body: JSON.stringify(body),
		})
	expect((await change({ withdrawn: true })).status).toBe(200)
	await settled()
	await app.fetch(`${app.url}/functions/v1/receipt`, { method: 'DELETE', headers: { 'receipt-token': token } })
	await settled()
	expect(receiver.types()).toEqual([
		'testimonial.created',
		'testimonial.approved',
		'testimonial.updated',
		'testimonial.unpublished',
		'testimonial.withdrawn',
		'testimonial.erased',
	])
	expect(receiver.calls[4]?.body.data).toEqual({ id, withdrawn_at: expect.any(String) })
	expect(receiver.calls[5]?.body.data).toEqual({ id, erased_at: expect.any(String) })
})

it('a public testimonial is told as the public sees it, with the address of its page', async () => {
	await makeWebhook(owner.client, space.space_id, receiver.url, { events: ['testimonial.approved'] })
	const { id } = await submit({ consent: { scope: 'anonymous', wording: space.wording } })
	await decide(id, 'approved')
	const [call] = await settled()
	expect(call?.body.data).toMatchObject({
		is_public: true,
		status: 'approved',
		consent: 'anonymous',
		author: { name: '' },
		page_url: `${app.url}/p/${id}`,
	})
})

it('an answered invitation is told by its id, without the address', async () => {
	await makeWebhook(owner.client, space.space_id, receiver.url, { events: ['invitation.answered'] })
	const invitation = await makeInvitation(app.database, app.deps.keys.secret, space, { email: 'guest@harbour.example' })
	const { id } = await submit({ invitation: invitation.token })
	const [call] = await settled()
	expect(call?.body).toMatchObject({ type: 'invitation.answered', data: { id: invitation.id, testimonial_id: id } })
	expect(call?.text).not.toContain('harbour.example')
})

it('after nine failed tries a webhook pauses with a mail, and sends what waits in order when it goes on', async () => {
	const { id } = await makeWebhook(owner.client, space.space_id, receiver.url)
	receiver.answer = (_, response) => response.writeHead(503).end('the database is starting')
	const sent = await submit()
	await settled()
	const gaps: number[] = []
	for (let attempt = 1; attempt < 9; attempt++) {
		const [delivery] = await deliveries(id)
		expect(delivery).toMatchObject({ attempt, state: 'waiting', status: 503, answer: 'the database is starting' })
		gaps.push((Date.parse(delivery?.next_at) - Date.now()) / 1000)
		await makeDeliveriesDue(app, id)
	}
	for (const [at, gap] of [5, 25, 90, 480, 3000, 10_800, 28_800, 43_200].entries())
		expect(Math.abs((gaps[at] ?? 0) / gap - 1)).toBeLessThan(at === 0 ? 0.5 : 0.15)
	expect((await deliveries(id))[0]).toMatchObject({ attempt: 9, state: 'failed', next_at: null })
	expect(await webhookOf(id)).toMatchObject({ is_active: false, paused_reason: 'failed' })
	await app.deps.jobs.idle()
	const mail = smtp.received.find(({ subject }) => subject?.startsWith('We no longer call 127.0.0.1'))
	expect(mail?.to?.[0]?.address).toBe(owner.email)
	expect(mail?.text).toContain('It answered 503 at the last of nine tries')
	expect(mail?.text).toContain(`/dashboard/space/webhooks/${id}?space=${space.space_id}`)
	// Later events wait.
	receiver.calls.splice(0)
	receiver.answer = (_, response) => response.writeHead(200).end('ok')
	await decide(sent.id, 'approved')
	const other = await submit()
	expect(await settled()).toEqual([])
	await owner.client.from('webhooks').update({ is_active: true }).eq('id', id).throwOnError()
	await settled()
	expect(receiver.calls.filter(({ body }) => body.data.id === sent.id).map(({ body }) => body.type)).toEqual([
		'testimonial.created',
		'testimonial.approved',
	])
	expect(receiver.calls.some(({ body }) => body.data.id === other.id)).toBe(true)
	expect(await webhookOf(id)).toMatchObject({ is_active: true, paused_reason: null })
})

it('later events of a testimonial wait behind a failed one, and other testimonials go on', async () => {
	const { id } = await makeWebhook(owner.client, space.space_id, receiver.url)
	const poison = await submit()
	receiver.answer = ({ body }, response) => response.writeHead(body.data.id === poison.id ? 500 : 200).end()
	await settled()
	receiver.calls.splice(0)
	await app.sql(
		`update public.webhook_deliveries set state = 'waiting', attempt = 0, next_at = now() + interval '1 hour' where webhook_id = $1`,
		[id],
	)
	await decide(poison.id, 'approved')
	const others = [await submit(), await submit()]
	await settled()
	expect(receiver.calls.map(({ body }) => body.data.id).toSorted()).toEqual(others.map((other) => other.id).toSorted())
	receiver.answer = (_, response) => response.writeHead(200).end()
	receiver.calls.splice(0)
	await makeDeliveriesDue(app, id)
	expect(receiver.types()).toEqual(['testimonial.created', 'testimonial.approved'])
})

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
	// What was sent again is counted once.
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

it('the end of an import is told once, and not each of its rows', async () => {
	await makeWebhook(owner.client, space.space_id, receiver.url)
	const rows = new FormData()
	rows.set('space_id', space.space_id)
	rows.set('rows', 'Name,Text\nJon,Good bowls.\nAda,Better jugs.')
	rows.set('mapping', JSON.stringify({ consent: 'public' }))
	const answer = await app.fetch(`${app.url}/functions/v1/import`, {
		method: 'POST',
		headers: { authorization: `Bearer ${owner.token}` },
		body: rows,
	})
	expect(answer.status).toBe(202)
	await app.deps.longJobs.idle()
	await settled()
	expect(receiver.types()).toEqual(['import.finished'])
	expect(receiver.calls[0]?.body.data).toMatchObject({ source: 'csv', added: 2, refused: 0 })
})

it('a channel is not told of possible spam, and hears of a withdrawal without its words', async () => {
	const { id } = await makeWebhook(owner.client, space.space_id, receiver.url, { kind: 'slack' })
	const suspect = await submit({ body: 'See https://a.example and https://b.example and https://c.example today.' })
	const clean = await submit()
	await settled()
	expect(receiver.calls).toHaveLength(1)
	expect(receiver.calls[0]?.text).toContain('New, from Ines Castellanos')
	await app.sql('update public.testimonials set withdrawn_at = now() where id = $1', [clean.id])
	await settled()
	expect(receiver.calls[1]?.text).not.toContain('pours')
	expect((await deliveries(id)).find((one) => one.testimonial_id === suspect.id)?.state).toBe('skipped')
})

it('a webhook of a key is told nothing that the key may not read', async () => {
	const scopes = ['testimonials:read']
	const { data } = await owner.client
		.rpc('create_api_key', { space_id: space.space_id, name: 'Shop', role: 'editor', scopes })
		.throwOnError()
	await makeWebhook(app.client((data as { key: string }).key), space.space_id, receiver.url, {
		events: ['invitation.answered'],
	})
	const { token } = await makeInvitation(app.database, app.deps.keys.secret, space)
	const { id } = await submit({ invitation: token })
	const [call] = await settled()
	expect(call?.body.data).toEqual({ testimonial_id: id, answered_at: expect.any(String) })
})

it('an answer that repeats the words goes when they are erased', async () => {
	const { id } = await makeWebhook(owner.client, space.space_id, receiver.url, { events: ['testimonial.created'] })
	receiver.answer = ({ text }, response) => response.writeHead(200).end(text)
	const sent = await submit()
	await settled()
	expect((await deliveries(id))[0]?.answer).toContain('pours')
	await app.sql('delete from public.testimonials where id = $1', [sent.id])
	expect((await deliveries(id))[0]?.answer).toBeNull()
})
