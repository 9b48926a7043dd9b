import { Webhook } from 'standardwebhooks'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { type SmtpServer, startSmtpServer } from '#test/fakes/smtp-server.ts'
import { makeInvitation } from '#test/support/product/make-invitation.ts'
import { makeDeliveriesDue, makeWebhook } from '#test/support/product/make-webhook.ts'
import { createOwnSpace, postSubmission, type SpaceFixture } from '#test/support/product/space-fixture.ts'
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
