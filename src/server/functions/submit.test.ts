import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#test/app.ts'
import { inApp, overSocket } from '#test/both-doors.ts'
import { asOwner } from '#test/database.ts'
import { submissionTo } from '#test/submission.ts'
import { arrangeSpace, post, type VisitedSpace } from '#test/visitor.ts'

let app: TestApp
let space: VisitedSpace

beforeAll(async () => {
	app = await createTestApp()
})
beforeEach(async () => {
	space = await arrangeSpace(app.database)
})
afterAll(() => app.close())

const stored = <Row extends object>(columns: string, table = 'testimonials') =>
	asOwner<Row>(app.database, `select ${columns} from public.${table} where space_id = $1`, [
		space.space_id,
	])

test('a submission is answered with its private link and stored whole', async () => {
	const answer = await post(
		app,
		submissionTo(space, {
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
	expect(answer.body.receipt_url).toMatch(/^http:\/\/localhost:3000\/t\/[\w-]{43}$/)

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
		expect(
			(await post(app, submissionTo(space, { rating, body: `Without stars ${rating}` }))).status,
		).toBe(201)
	expect(await stored('rating')).toEqual([{ rating: null }, { rating: null }])
})

test('words are kept as sent but for their ends, their form and their line ends', async () => {
	const body = '  Cafe\u0301 au lait\r\nand 👩‍👩‍👧‍👦 in <b>bold</b> **words**\u200d \n '
	expect((await post(app, submissionTo(space, { body }))).status).toBe(201)
	expect(await stored('body')).toEqual([
		{ body: 'Café au lait\nand 👩‍👩‍👧‍👦 in <b>bold</b> **words**\u200d' },
	])
})

test('five thousand characters fit, counted as code points', async () => {
	expect((await post(app, submissionTo(space, { body: '🏺'.repeat(5000) }))).status).toBe(201)
	const tooMany = await post(app, submissionTo(space, { body: '🏺'.repeat(5001) }))
	expect(tooMany.status).toBe(422)
	expect(tooMany.body.error?.fields).toHaveProperty('body')
})

test('marks that hide or turn around text do not stay in a name', async () => {
	await post(app, submissionTo(space, { author: { name: '\u202eseni\u200b\ufeff' } }))
	expect(await stored('author_name')).toEqual([{ author_name: 'seni' }])
})

test('an unknown form and a closed one are not found', async () => {
	const unknown = await post(app, submissionTo({ ...space, slug: 'nowhere-at-all' }))
	expect([unknown.status, unknown.body.error?.code]).toEqual([404, 'form_not_found'])
	await asOwner(app.database, 'update public.forms set is_open = false where id = $1', [
		space.form_id,
	])
	const closed = await post(app, submissionTo(space))
	expect([closed.status, closed.body.error?.code]).toEqual([404, 'form_not_found'])
	expect(await stored('id')).toEqual([])
})

test('a form is judged as it is now, not as it was remembered', async () => {
	await post(app, submissionTo(space))
	await asOwner(app.database, "update public.forms set rating = 'required' where id = $1", [
		space.form_id,
	])
	const answer = await post(app, submissionTo(space, { rating: null }))
	expect(answer.body.error?.fields).toEqual({ rating: 'Choose from one to five stars.' })
})

test('a former slug still leads to its form', async () => {
	await asOwner(app.database, 'update public.forms set slug = $2 where id = $1', [
		space.form_id,
		`${space.slug}-new`,
	])
	expect((await post(app, submissionTo(space))).status).toBe(201)
})

test('the consent text that a front end showed is kept to the letter, whatever the form says by now', async () => {
	await asOwner(app.database, 'update public.forms set consent_text = $2 where id = $1', [
		space.form_id,
		'You may print my words.',
	])
	expect((await post(app, submissionTo(space))).status).toBe(201)
	const wording = ' Vous pouvez publier mes mots.\r\n'
	const consent = { scope: 'public', wording }
	expect((await post(app, submissionTo(space, { consent }))).status).toBe(201)
	const kept = await stored<{ wording: string }>('wording', 'consents')
	expect(new Set(kept.map((row) => row.wording))).toEqual(new Set([space.wording, wording]))
})

test('every key that comes must be good, but none is needed', async () => {
	expect((await post(app, submissionTo(space), { apikey: 'forged' })).status).toBe(401)
	const { anonKey } = app.deps.keys
	const headers = { apikey: anonKey, authorization: `Bearer ${anonKey}` }
	expect((await post(app, submissionTo(space), headers)).status).toBe(201)
})

test('the official client calls it', async () => {
	const { data, error } = await app
		.client()
		.functions.invoke('submit', { body: submissionTo(space) })
	expect(error).toBeNull()
	expect(data).toMatchObject({ status: 'pending' })
	const refused = await app.client().functions.invoke('no-such-function', { body: {} })
	expect(refused.error?.name).toBe('FunctionsRelayError')
})

test('an idempotency key that is no uuid is refused', async () => {
	const answer = await post(app, submissionTo(space), { 'idempotency-key': 'again' })
	expect([answer.status, answer.body.error?.code]).toEqual([400, 'bad_request'])
})

test('the same key and body get the same answer, another body is refused', async () => {
	const headers = { 'idempotency-key': randomUUID() }
	const first = await post(app, submissionTo(space), headers)
	const again = await post(app, submissionTo(space, { proof: 'renewed' }), headers)
	expect(again.body).toEqual(first.body)
	expect(again.status).toBe(201)
	const other = await post(app, submissionTo(space, { rating: 4 }), headers)
	expect([other.status, other.body.error?.code]).toEqual([422, 'idempotency_conflict'])
	await asOwner(app.database, 'update public.forms set is_open = false where id = $1', [
		space.form_id,
	])
	expect((await post(app, submissionTo(space), headers)).body).toEqual(first.body)
	expect(await stored('id')).toEqual([{ id: first.body.id }])
})

test('two hundred posts at once under one key make one testimonial', async () => {
	const headers = { 'idempotency-key': randomUUID() }
	const answers = await Promise.all(
		Array.from({ length: 200 }, () => post(app, submissionTo(space), headers)),
	)
	expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
	expect(new Set(answers.map(({ body }) => body.receipt_url)).size).toBe(1)
	expect(await stored('id')).toHaveLength(1)
})

test('a form post without a script means what it says of the consent, and no more', async () => {
	const say = (fields: Record<string, string>) =>
		post(app, new URLSearchParams({ form: space.slug, body: 'Hello', name: 'Tom', ...fields }))
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

test('what skips the app is answered, and stored once, as the app does it', async () => {
	const url = await app.listen()
	const path = '/functions/v1/submit'
	const good = JSON.stringify(submissionTo(space))
	const key = randomUUID()
	const answers = Array.from({ length: 40 }, () => ({ question_id: 'none', value: 7 }))
	const cases: [body: string, headers?: Record<string, string>][] = [
		[good],
		[good, { 'content-type': 'application/json; charset=utf-8', 'accept-encoding': 'gzip' }],
		[JSON.stringify(submissionTo(space, { body: 'Other words under the same key.' }))],
		[good, { 'idempotency-key': 'mine' }],
		[JSON.stringify(submissionTo(space, { answers, rating: 9 })), { 'accept-encoding': 'br' }],
		[JSON.stringify(submissionTo(space, { form: 'nowhere' }))],
		[`${good.slice(0, -1)},"padding":"${'x'.repeat(20_000)}"}`],
		['[1]'],
		['{"form":'],
		[''],
		[good, { 'content-type': 'text/plain' }],
		[good, { apikey: 'wrong' }],
		[good, { apikey: app.deps.keys.anonKey }],
	]
	for (const [body, more = {}] of cases) {
		const length = String(Buffer.byteLength(body))
		const usual = { 'content-type': 'application/json', 'content-length': length }
		const headers = { ...usual, 'idempotency-key': key, ...more }
		const seen = await overSocket(`${url}${path}`, 'POST', headers, body)
		expect(seen, `${body.slice(0, 40)} ${JSON.stringify(more)}`).toEqual(
			await inApp(app, path, 'POST', headers, body),
		)
	}
	expect(await stored('id')).toHaveLength(1)
})

test('a body that breaks off behind the door stores nothing and leaves the server whole', async () => {
	const url = new URL(await app.listen())
	const body = JSON.stringify(submissionTo(space))
	const socket = connect(Number(url.port), url.hostname)
	socket.write(
		`POST /functions/v1/submit HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${body.length + 9}\r\n\r\n${body}`,
	)
	socket.end()
	await once(socket.resume(), 'close')
	expect(await stored('id')).toEqual([])
	expect((await post(app, submissionTo(space))).status).toBe(201)
})
