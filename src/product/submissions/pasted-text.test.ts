import { afterAll, beforeAll, expect, test } from 'vitest'
import { cleanTypedText } from '#shared/form/typed-text.ts'
import { pasteCorpus } from '#test/support/paste-corpus/paste-corpus.ts'
import { createSpace, postSubmission, type SpaceFixture } from '#test/support/product/space-fixture.ts'
import { submissionBody } from '#test/support/product/submission-body.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import { asOwner } from '#test/support/test-database.ts'

let app: TestApp
let space: SpaceFixture
const short = '11111111-1111-4111-8111-111111111111'
const long = '22222222-2222-4222-8222-222222222222'

beforeAll(async () => {
	app = await createTestApp({ RATE_LIMITS: 'off' })
	space = await createSpace(app.database)
	await asOwner(
		app.database,
		`insert into public.form_questions (id, space_id, form_id, position, kind, label)
		values ($1, $3, $4, 0, 'short', 'Where?'), ($2, $3, $4, 1, 'long', 'Why?')`,
		[short, long, space.space_id, space.form_id],
	)
})
afterAll(() => app.close())

async function store(fields: Record<string, string>) {
	const answer = await postSubmission(
		app,
		new URLSearchParams({ form: space.slug, body: 'Fine', name: 'Tom', ...fields }),
		{ accept: 'application/json' },
	)
	expect([answer.status, answer.body.error]).toEqual([201, undefined])
	const [row] = await asOwner<Record<string, string>>(
		app.database,
		`select t.body, t.author_name, t.author_title, t.author_company, t.author_url,
			(select value from public.testimonial_answers where testimonial_id = t.id and question_id = $2) as short,
			(select value from public.testimonial_answers where testimonial_id = t.id and question_id = $3) as long,
			(select email from public.testimonial_contacts where testimonial_id = t.id) as email
		from public.testimonials t where t.id = $1`,
		[answer.body.id, short, long],
	)
	return row
}

test.each(pasteCorpus)('a paste keeps its words without invisible control characters ($about)', (paste) => {
	expect(cleanTypedText(paste.pasted, paste.lines)).toBe(paste.kept)
	expect(cleanTypedText(paste.kept, paste.lines)).toBe(paste.kept)
})

test.each(pasteCorpus)('a form post keeps the words of a paste ($about)', async ({ pasted, kept, lines }) => {
	// URLSearchParams carries no half of a surrogate pair; a server reads one from JSON alone.
	const words = kept.normalize('NFC').trim()
	const sent = pasted.toWellFormed().replaceAll('\ufffd', '')
	if (lines) {
		const row = await store({ body: `x${sent}x`, [`answer_${long}`]: `x${sent}x` })
		expect([row?.body, row?.long]).toEqual([`x${kept}x`.normalize('NFC'), `x${kept}x`.normalize('NFC')])
	} else {
		const row = await store({ name: `x${sent}`, title: sent, company: sent, [`answer_${short}`]: sent })
		expect(row).toMatchObject({ author_name: `x${words}`, author_title: words || null })
		expect(row).toMatchObject({ author_company: words || null, short: words || null })
	}
})

test('the JSON call still refuses control characters, also NUL and a half of a surrogate pair', async () => {
	for (const sign of ['\t', '\u000b', '\u0007', '\u0085', '\u0000', '\ud83d']) {
		const body = await postSubmission(app, submissionBody(space, { body: `a${sign}b` }))
		expect([body.status, Object.keys(body.body.error?.fields ?? {})]).toEqual([422, ['body']])
	}
	const name = await postSubmission(app, submissionBody(space, { author: { name: 'Ines\u000bC' } }))
	expect([name.status, Object.keys(name.body.error?.fields ?? {})]).toEqual([422, ['author.name']])
})

test('words of nothing but invisible characters are none', async () => {
	const answer = await postSubmission(
		app,
		new URLSearchParams({ form: space.slug, body: '\u0007\u0000\t', name: '\u202e\u200b' }),
		{ accept: 'application/json' },
	)
	expect([answer.status, answer.body.error?.fields]).toEqual([
		422,
		{ body: 'Write a few words', 'author.name': 'Add your name.' },
	])
})

test('an address without a scheme gets one, in the form post and in the JSON call', async () => {
	expect(await store({ url: ' exam\u200bple.com/a ', email: '\u200eines@harbour.org\t' })).toMatchObject({
		author_url: 'https://example.com/a',
		email: 'ines@harbour.org',
	})
	const given = { author: { name: 'Ines', url: 'HTTPS://EXAMPLE.COM' } }
	expect((await postSubmission(app, submissionBody(space, given))).status).toBe(201)
	for (const [url, said] of [
		['javascript:alert(1)', /^Write the whole address/],
		['foo bar', /^Write the whole address/],
		['http:/example.com', /^Write the whole address/],
		['localhost', /^Write the whole address/],
		['ines@harbour.org', /^This is an e-mail address/],
		['mailto:ines@harbour.org', /^This is an e-mail address/],
		[`example.com/${'a'.repeat(1990)}`, /^Shorten this/],
	] as const) {
		const answer = await postSubmission(app, submissionBody(space, { author: { name: 'Ines', url } }))
		expect([answer.status, answer.body.error?.fields?.['author.url']]).toEqual([422, expect.stringMatching(said)])
	}
})
