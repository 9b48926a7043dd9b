import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { issueFormProof } from '#product/forms/form-proof.ts'
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

const setForm = (change: string) =>
	asOwner(app.database, `update public.forms set ${change} where id = $1`, [space.form_id])
const stored = <Row extends object>(columns: string, table = 'testimonials') =>
	asOwner<Row>(app.database, `select ${columns} from public.${table} where space_id = $1`, [space.space_id])

/** The proof of a page that was opened a minute ago and shows the present form. */
async function openPage(secondsAgo = 60): Promise<string> {
	const [row] = await asOwner<{ version: number }>(
		app.database,
		'select max(version) as version from public.form_versions where form_id = $1',
		[space.form_id],
	)
	return issueFormProof(app.deps.keys.secret, space.form_id, Date.now() - secondsAgo * 1000, row?.version)
}
async function addQuestion(change: { label: string; kind?: string; options?: string[]; is_public?: boolean }) {
	const id = randomUUID()
	const { label, kind = 'short', options = [], is_public = false } = change
	await asOwner(
		app.database,
		`insert into public.form_questions (id, space_id, form_id, position, kind, label, options, is_public)
		values ($1, $2, $3, 0, $4, $5, $6, $7)`,
		[id, space.space_id, space.form_id, kind, label, JSON.stringify(options), is_public],
	)
	return id
}
const send = (proof: string | undefined, changes: Record<string, unknown> = {}) =>
	postSubmission(app, submissionBody(space, { ...(proof ? { proof } : {}), ...changes }))

test('a question that became required after the page was opened refuses nothing', async () => {
	const proof = await openPage()
	const id = await addQuestion({ label: 'What for?' })
	await asOwner(app.database, 'update public.form_questions set required = true where id = $1', [id])
	expect((await send(proof)).status).toBe(201)
	expect((await send(undefined)).body.error?.fields).toEqual({ [`answer_${id}`]: 'Answer this question.' })
	expect((await send(await openPage())).status).toBe(422)
})

test('an answer to a question that was removed is stored with the label that was shown', async () => {
	const id = await addQuestion({ label: 'What for?', is_public: true })
	const proof = await openPage()
	await asOwner(app.database, 'delete from public.form_questions where id = $1', [id])
	const answers = [{ question_id: id, value: 'Tea' }]
	expect((await send(undefined, { answers })).status).toBe(422)
	expect((await send(proof, { answers })).status).toBe(201)
	expect(await stored('question_id, label, value, kind, is_public, position', 'testimonial_answers')).toEqual([
		{ question_id: null, label: 'What for?', value: 'Tea', kind: 'short', is_public: true, position: 0 },
	])
})

test('an answer keeps the label, kind and options that were shown, and stays private when the page said so', async () => {
	const id = await addQuestion({ label: 'Which one?', kind: 'choice', options: ['Cup', 'Bowl'] })
	const proof = await openPage()
	const change = `label = 'Which size?', options = '["Small", "Large"]', is_public = true`
	await asOwner(app.database, `update public.form_questions set ${change} where id = $1`, [id])
	expect((await send(proof, { answers: [{ question_id: id, value: 'Small' }] })).status).toBe(201)
	expect((await send(proof, { answers: [{ question_id: id, value: 'Bowl' }] })).status).toBe(201)
	const kept = await stored('label, value, is_public', 'testimonial_answers')
	expect(kept).toContainEqual({ label: 'Which one?', value: 'Bowl', is_public: false })
	expect(kept).toContainEqual({ label: 'Which size?', value: 'Small', is_public: true })
})

test('an answer that became private is not published, though the page called it public', async () => {
	const id = await addQuestion({ label: 'What for?', is_public: true })
	const proof = await openPage()
	await asOwner(app.database, 'update public.form_questions set is_public = false where id = $1', [id])
	expect((await send(proof, { answers: [{ question_id: id, value: 'Tea' }] })).status).toBe(201)
	expect(await stored('is_public', 'testimonial_answers')).toEqual([{ is_public: false }])
})

test('fields of the author are judged as the page asked for them', async () => {
	await setForm(`author_fields = '{"title": "optional", "company": "off"}'`)
	const proof = await openPage()
	await setForm(`author_fields = '{"title": "off", "company": "required"}'`)
	const author = { name: 'Ines', title: 'Nurse' }
	expect((await send(undefined, { author })).status).toBe(422)
	expect((await send(proof, { author })).status).toBe(201)
	expect(await stored('author_title, author_company')).toEqual([{ author_title: 'Nurse', author_company: null }])
})

test('a rating is judged by the page, and a rule that was lifted refuses nothing', async () => {
	const proof = await openPage()
	await setForm(`rating = 'required'`)
	const strict = await openPage()
	expect((await send(proof, { rating: null })).status).toBe(201)
	await setForm(`rating = 'off'`)
	expect((await send(strict, { rating: null })).status).toBe(201)
	expect((await send(proof, { rating: 4 })).status).toBe(201)
	expect(await stored('rating')).toContainEqual({ rating: 4 })
})

test('a recording of a kind that the page offered can be uploaded for a week after its removal', async () => {
	await setForm(`accepts = '{text,audio}'`)
	await setForm(`accepts = '{text}'`)
	const upload = async () => {
		const headers = { 'content-type': 'application/json' }
		const body = JSON.stringify({ form: space.slug, kind: 'audio', bytes: 1000, type: 'audio/webm' })
		return (await app.fetch(`${app.url}/functions/v1/upload`, { method: 'POST', headers, body })).status
	}
	expect(await upload()).toBe(201)
	const age = "update public.form_versions set published_at = published_at - interval '8 days' where form_id = $1"
	await asOwner(app.database, age, [space.form_id])
	await setForm(`name = 'Ours'`)
	expect(await upload()).toBe(404)
})

test('consent and reward are those that the page showed', async () => {
	await setForm(`consent_text = 'You may print my words.', reward_disclosure = 'Ten per cent off'`)
	const proof = await openPage()
	await setForm(`consent_text = 'You may do anything.', reward_disclosure = ''`)
	const form = new URLSearchParams({ form: space.slug, body: 'They sing.', name: 'Ines', consent: 'yes', proof })
	expect((await postSubmission(app, form, { accept: 'application/json' })).status).toBe(201)
	expect(await stored('wording', 'consents')).toEqual([{ wording: 'You may print my words.' }])
	expect(await stored('reward_disclosure')).toEqual([{ reward_disclosure: 'Ten per cent off' }])
})

test('a reward that was added after the page was opened is disclosed, as its sender gets it', async () => {
	const proof = await openPage()
	await setForm(`reward_disclosure = 'Ten per cent off'`)
	expect((await send(proof)).status).toBe(201)
	expect(await stored('reward_disclosure')).toEqual([{ reward_disclosure: 'Ten per cent off' }])
})

test('a page of a version that was removed is judged by the next one that is kept', async () => {
	const id = await addQuestion({ label: 'What for?' })
	const proof = await openPage()
	await setForm(`title = 'Second'`)
	await asOwner(app.database, 'delete from public.form_questions where id = $1', [id])
	await asOwner(app.database, 'delete from public.form_versions where form_id = $1 and version < 3', [space.form_id])
	expect((await send(proof, { answers: [{ question_id: id, value: 'Tea' }] })).status).toBe(201)
	expect(await stored('label', 'testimonial_answers')).toEqual([{ label: 'What for?' }])
})

test('a page that was opened more than a week ago is judged by the present form, with its wording of the consent', async () => {
	await setForm(`consent_text = 'You may print my words.'`)
	const id = await addQuestion({ label: 'What for?' })
	const day = 86_400
	const [recent, old] = [await openPage(6.9 * day), await openPage(7.1 * day)]
	await asOwner(app.database, 'delete from public.form_questions where id = $1', [id])
	await setForm(`consent_text = 'You may print them on a cup.'`)
	await asOwner(app.database, "update private.former_consent_texts set replaced_at = replaced_at - interval '8 days'")
	const answers = [{ question_id: id, value: 'Tea' }]
	expect((await send(recent, { answers })).status).toBe(201)
	expect((await send(old, { answers })).status).toBe(422)
	const values = {
		form: space.slug,
		body: 'They sing.',
		name: 'Ines',
		consent: 'yes',
		consent_asked: 'You may print my words.',
	}
	const wordingOf = async (proof: string) => {
		const form = new URLSearchParams({ ...values, proof })
		const { body } = await postSubmission(app, form, { accept: 'application/json' })
		const read = 'select wording from public.consents where testimonial_id = $1'
		return (await asOwner<{ wording: string }>(app.database, read, [body.id]))[0]?.wording
	}
	expect(await wordingOf(recent)).toBe('You may print my words.')
	expect(await wordingOf(old)).toBe('You may print them on a cup.')
})

test('a page of a form that was closed meanwhile is refused, and one of an unknown version is judged by the present form', async () => {
	const future = issueFormProof(app.deps.keys.secret, space.form_id, Date.now() - 60_000, 999)
	expect((await send(future)).status).toBe(201)
	const proof = await openPage()
	await setForm(`title = 'Second', is_open = false`)
	expect((await send(proof)).status).toBe(404)
})

test('a signed proof of a version that cannot exist counts as forged', async () => {
	for (const version of [0, -1, 2 ** 31, Number.NaN]) {
		const impossible = issueFormProof(app.deps.keys.secret, space.form_id, Date.now() - 60_000, version)
		expect((await send(impossible)).status, String(version)).toBe(201)
		const form = new URLSearchParams({ form: space.slug, body: 'They sing.', proof: impossible })
		const refused = await postSubmission(app, form, { accept: 'application/json' })
		expect(refused.status, `a form post without a name, of version ${version}`).toBe(422)
		const page = await postSubmission(app, form, { accept: 'text/html' })
		expect(page.status, `the page after it, of version ${version}`).toBe(422)
	}
})
