import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createSpace, postSubmission, type SpaceFixture } from '#test/support/product/space-fixture.ts'
import { submissionBody } from '#test/support/product/submission-body.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import { asOwner } from '#test/support/test-database.ts'

let app: TestApp
let space: SpaceFixture

beforeAll(async () => {
	app = await createTestApp()
})
beforeEach(async () => {
	space = await createSpace(app.database)
})
afterAll(() => app.close())

const stored = <Row extends object>(columns: string, table = 'testimonials') =>
	asOwner<Row>(app.database, `select ${columns} from public.${table} where space_id = $1`, [space.space_id])

test('a submission is stored completely and answered with its private link', async () => {
	const answer = await postSubmission(
		app,
		submissionBody(space, {
			author: {
				name: ' Ines  Castellanos ',
				title: 'Nurse',
				company: 'Harbour',
				url: 'https://harbour.org',
				email: 'ines@harbour.org',
			},
			locale: 'pt-BR',
		}),
	)
	expect(answer.status).toBe(201)
	expect(answer.body.status).toBe('pending')
	expect(answer.body.receipt_url).toMatch(/^http:\/\/localhost:3000\/t\/[\w-]{64}$/)

	const [row] = await stored('*')
	expect(row).toMatchObject({
		id: answer.body.id,
		form_id: space.form_id,
		kind: 'text',
		body: 'They fired my grandmother’s mug again, and it sings.',
		rating: 5,
		author_name: 'Ines  Castellanos',
		author_title: 'Nurse',
		author_company: 'Harbour',
		author_url: 'https://harbour.org',
		locale: 'pt-BR',
		source: 'form',
		status: 'pending',
		spam_state: 'clean',
	})
	expect(await stored('email', 'testimonial_contacts')).toEqual([{ email: 'ines@harbour.org' }])
	expect(await stored('scope, wording, revoked_at', 'consents')).toEqual([
		{ scope: 'public', wording: space.wording, revoked_at: null },
	])
	expect(await stored('seq, kind, actor', 'testimonial_events')).toEqual([
		{ seq: 1, kind: 'submitted', actor: 'submitter' },
		{ seq: 2, kind: 'consented', actor: 'submitter' },
	])
})

test('a missing rating stays missing', async () => {
	for (const rating of [null, undefined])
		expect((await postSubmission(app, submissionBody(space, { rating, body: `Without stars ${rating}` }))).status).toBe(
			201,
		)
	expect(await stored('rating')).toEqual([{ rating: null }, { rating: null }])
})

test('a text is stored as sent, but trimmed, in NFC and with newlines', async () => {
	const body = '  Cafe\u0301 au lait\r\nand 👩‍👩‍👧‍👦 in <b>bold</b> **words**\u200d \n '
	expect((await postSubmission(app, submissionBody(space, { body }))).status).toBe(201)
	expect(await stored('body')).toEqual([{ body: 'Café au lait\nand 👩‍👩‍👧‍👦 in <b>bold</b> **words**\u200d' }])
})

test('the limit of 5,000 characters counts code points', async () => {
	expect((await postSubmission(app, submissionBody(space, { body: '🏺'.repeat(5000) }))).status).toBe(201)
	const tooMany = await postSubmission(app, submissionBody(space, { body: '🏺'.repeat(5001) }))
	expect(tooMany.status).toBe(422)
	expect(tooMany.body.error?.fields).toHaveProperty('body')
})

test('bidirectional and invisible marks are removed from names', async () => {
	await postSubmission(app, submissionBody(space, { author: { name: '\u202eseni\u200b\ufeff' } }))
	expect(await stored('author_name')).toEqual([{ author_name: 'seni' }])
})

test('an unknown form and a closed one are not found', async () => {
	const unknown = await postSubmission(app, submissionBody({ ...space, slug: 'nowhere-at-all' }))
	expect([unknown.status, unknown.body.error?.code]).toEqual([404, 'form_not_found'])
	await asOwner(app.database, 'update public.forms set is_open = false where id = $1', [space.form_id])
	const closed = await postSubmission(app, submissionBody(space))
	expect([closed.status, closed.body.error?.code]).toEqual([404, 'form_not_found'])
	expect(await stored('id')).toEqual([])
})

test('a submission is validated against the present form, not a cached one', async () => {
	await postSubmission(app, submissionBody(space))
	await asOwner(app.database, "update public.forms set rating = 'required' where id = $1", [space.form_id])
	const answer = await postSubmission(app, submissionBody(space, { rating: null }))
	expect(answer.body.error?.fields).toEqual({ rating: 'Choose from one to five stars.' })
})

test('a former slug still leads to its form', async () => {
	await asOwner(app.database, 'update public.forms set slug = $2 where id = $1', [space.form_id, `${space.slug}-new`])
	expect((await postSubmission(app, submissionBody(space))).status).toBe(201)
})

test('the consent text that a front end sends is stored exactly, even when the form has another', async () => {
	await asOwner(app.database, 'update public.forms set consent_text = $2 where id = $1', [
		space.form_id,
		'You may print my words.',
	])
	expect((await postSubmission(app, submissionBody(space))).status).toBe(201)
	const wording = ' Vous pouvez publier mes mots.\r\n'
	const consent = { scope: 'public', wording }
	expect((await postSubmission(app, submissionBody(space, { consent }))).status).toBe(201)
	const kept = await stored<{ wording: string }>('wording', 'consents')
	expect(new Set(kept.map((row) => row.wording))).toEqual(new Set([space.wording, wording]))
})

test('a submission needs no API key, but a sent key must be valid', async () => {
	expect((await postSubmission(app, submissionBody(space), { apikey: 'forged' })).status).toBe(401)
	const { anonKey } = app.deps.keys
	const headers = { apikey: anonKey, authorization: `Bearer ${anonKey}` }
	expect((await postSubmission(app, submissionBody(space), headers)).status).toBe(201)
})

test('the official client invokes submit', async () => {
	const { data, error } = await app.client().functions.invoke('submit', { body: submissionBody(space) })
	expect(error).toBeNull()
	expect(data).toMatchObject({ status: 'pending' })
	const refused = await app.client().functions.invoke('no-such-function', { body: {} })
	expect(refused.error?.name).toBe('FunctionsRelayError')
})

test('an idempotency key that is not a UUID is refused', async () => {
	const answer = await postSubmission(app, submissionBody(space), { 'idempotency-key': 'again' })
	expect([answer.status, answer.body.error?.code]).toEqual([400, 'bad_request'])
})

test('the same key and body get the same answer, another body is refused', async () => {
	const headers = { 'idempotency-key': randomUUID() }
	const first = await postSubmission(app, submissionBody(space), headers)
	const again = await postSubmission(app, submissionBody(space, { proof: 'renewed' }), headers)
	expect(again.body).toEqual(first.body)
	expect(again.status).toBe(201)
	const other = await postSubmission(app, submissionBody(space, { rating: 4 }), headers)
	expect([other.status, other.body.error?.code]).toEqual([422, 'idempotency_conflict'])
	await asOwner(app.database, 'update public.forms set is_open = false where id = $1', [space.form_id])
	expect((await postSubmission(app, submissionBody(space), headers)).body).toEqual(first.body)
	expect(await stored('id')).toEqual([{ id: first.body.id }])
})

test('two hundred concurrent posts with one key make one testimonial', async () => {
	const headers = { 'idempotency-key': randomUUID() }
	const answers = await Promise.all(
		Array.from({ length: 200 }, () => postSubmission(app, submissionBody(space), headers)),
	)
	expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
	expect(new Set(answers.map(({ body }) => body.receipt_url)).size).toBe(1)
	expect(await stored('id')).toHaveLength(1)
})

test('a form post without a script gives exactly the consent that it states', async () => {
	const say = (fields: Record<string, string>) =>
		postSubmission(app, new URLSearchParams({ form: space.slug, body: 'Hello', name: 'Tom', ...fields }))
	const said: [Record<string, string>, string][] = [
		[{ consent: 'yes' }, 'public'],
		[{ consent: 'on', scope: 'anonymous' }, 'anonymous'],
		[{ consent: 'anonymous' }, 'anonymous'],
		[{ consent: 'private' }, 'private'],
		[{ consent: 'no' }, 'private'],
		[{}, 'private'],
		[{ 'consent[scope]': 'public', 'author[company]': 'Harbour' }, 'public'],
		[{ 'consent.scope': 'anonymous', 'author.title': 'Nurse' }, 'anonymous'],
	]
	for (const [fields, scope] of said) {
		await say(fields)
		const [row] = await asOwner(
			app.database,
			'select scope from public.consents where space_id = $1 order by given_at desc limit 1',
			[space.space_id],
		)
		expect([fields, row]).toEqual([fields, { scope }])
	}
	expect(await stored('author_title, author_company')).toEqual(
		expect.arrayContaining([
			{ author_title: null, author_company: 'Harbour' },
			{ author_title: 'Nurse', author_company: null },
		]),
	)
	await say({ consent: 'everything' })
	expect(await stored('scope', 'consents')).toHaveLength(said.length)
})

test('a body that breaks off on a socket stores nothing, and the next submission is stored', async () => {
	const url = new URL(await app.listen())
	const body = JSON.stringify(submissionBody(space))
	const socket = connect(Number(url.port), url.hostname)
	socket.write(
		`POST /functions/v1/submit HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${body.length + 9}\r\n\r\n${body}`,
	)
	socket.end()
	await once(socket.resume(), 'close')
	expect(await stored('id')).toEqual([])
	expect((await postSubmission(app, submissionBody(space))).status).toBe(201)
})
