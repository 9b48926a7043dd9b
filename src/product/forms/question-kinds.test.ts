import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createOwnSpace, postSubmission } from '#test/support/product/space-fixture.ts'
import { submissionBody } from '#test/support/product/submission-body.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

let app: TestApp
let client: SupabaseClient
let space: string
let wording: string
const slug = 'fernhill'
const ids: Record<string, string> = {}
const questions: { kind: string; [column: string]: unknown }[] = [
	{ kind: 'choices', label: 'What for?', options: ['Tea', ' Soup ', 'Rain, or snow'], most: 2 },
	{ kind: 'score', label: 'Would you come back?', low_label: 'Never', high_label: 'Tomorrow', is_public: true },
	{ kind: 'date', label: 'When was it?' },
]

beforeAll(async () => {
	app = await createTestApp()
	client = (await app.person()).client
	const made = await createOwnSpace(client, { slug })
	;({ space_id: space, wording } = made)
	for (const [position, question] of questions.entries()) {
		const values = { ...question, form_id: made.form_id, position }
		const { data: added } = await client.from('form_questions').insert(values).select('id').single().throwOnError()
		ids[question.kind] = added?.id
	}
})
afterAll(() => app.close())

const answer = (kind: string, value: unknown) => ({ question_id: ids[kind], value })

async function send(answers: object[]) {
	const { status, body } = await postSubmission(app, submissionBody({ slug, wording }, { answers }))
	return { status, id: body.id ?? '', fields: body.error?.fields }
}

async function post(values: [string, string][], accept = 'application/json'): Promise<Response> {
	const form = new FormData()
	for (const [name, value] of [
		['form', slug],
		['body', 'They sing.'],
		['name', 'Ines'],
		['consent', 'yes'],
		...values,
	] as const)
		form.append(name, value)
	return app.fetch(`${app.url}/functions/v1/submit`, {
		method: 'POST',
		headers: { accept },
		body: form,
		redirect: 'manual',
	})
}

async function storedAnswers(id: string): Promise<Record<string, string>> {
	const { data } = await client
		.from('testimonial_answers')
		.select('kind, value')
		.eq('testimonial_id', id)
		.throwOnError()
	return Object.fromEntries((data ?? []).map(({ kind, value }) => [kind, value]))
}

it('several choices are stored as lines in the order of the form, a score as its number, a date as ISO', async () => {
	const sent = await send([
		answer('choices', ['Rain, or snow', 'Tea', 'Tea']),
		answer('score', 0),
		answer('date', '2024-02-29'),
	])
	expect(sent.status).toBe(201)
	expect(await storedAnswers(sent.id)).toEqual({ choices: 'Tea\nRain, or snow', score: '0', date: '2024-02-29' })
})

it('an answer that is none of its question is refused by name, and nothing is stored', async () => {
	const wrong: [string, unknown, string][] = [
		['choices', ['Tea', 'Coffee'], 'Choose among the answers.'],
		['choices', ['Tea', 'Soup', 'Rain, or snow'], 'Choose at most 2 answers.'],
		['choices', [1], 'This answer must be a list of texts.'],
		['choices', { Tea: true }, 'This answer must be a list of texts.'],
		['score', 11, 'Choose from 0 to 10.'],
		['score', '-1', 'Choose from 0 to 10.'],
		['score', '07', 'Choose from 0 to 10.'],
		['score', '5.5', 'Choose from 0 to 10.'],
		['score', ['5'], 'This answer must be text.'],
		['date', '2026-02-30', 'Write a day that exists, with a year of four digits.'],
		['date', '31.3.2026', 'Write a day that exists, with a year of four digits.'],
		['date', '2026-3-1', 'Write a day that exists, with a year of four digits.'],
	]
	for (const [kind, value, text] of wrong) {
		const { status, fields } = await send([answer(kind, value)])
		expect([value, status, fields]).toEqual([value, 422, { [`answer_${ids[kind]}`]: text }])
	}
})

it('a post without a script has a field for each choice and each part of a date, also in Arabic digits', async () => {
	const sent = await post([
		[`answer_${ids.choices}.0`, 'Tea'],
		[`answer_${ids.choices}.1`, ' Soup '],
		[`answer_${ids.score}`, '10'],
		[`answer_${ids.date}.month`, '٣'],
		[`answer_${ids.date}.day`, '٣١'],
		[`answer_${ids.date}.year`, '٢٠٢٦'],
	])
	expect(sent.status).toBe(201)
	expect(await storedAnswers((await sent.json()).id)).toEqual({ choices: 'Tea\nSoup', score: '10', date: '2026-03-31' })
})

it('a form made by hand may repeat the name of a question with several choices', async () => {
	const name = `answer_${ids.choices}`
	const sent = await post([
		[name, ''],
		[name, 'Tea'],
		[name, 'Rain, or snow'],
	])
	expect(await storedAnswers((await sent.json()).id)).toEqual({ choices: 'Tea\nRain, or snow' })
	const body = new URLSearchParams([
		['form', slug],
		['body', 'They sing.'],
		['name', 'Ines'],
		[name, 'Tea'],
		[name, 'Soup'],
	])
	const headers = { accept: 'application/json' }
	const encoded = await app.fetch(`${app.url}/functions/v1/submit`, { method: 'POST', headers, body })
	expect(await storedAnswers((await encoded.json()).id)).toEqual({ choices: 'Tea\nSoup' })
})

it('a refused post is shown again with the choices and the parts of the date as they were', async () => {
	const refused = await post(
		[
			[`answer_${ids.choices}.0`, 'Tea'],
			[`answer_${ids.score}`, '7'],
			[`answer_${ids.date}.day`, '31'],
			[`answer_${ids.date}.month`, '2'],
			[`answer_${ids.date}.year`, '2026'],
		],
		'text/html',
	)
	expect(refused.status).toBe(422)
	const page = await refused.text()
	const inputs = page.match(/<input[^>]*name="answer_[^>]*>/g) ?? []
	const input = (name: string, value: string) =>
		inputs.find((one) => one.includes(`name="answer_${name}"`) && one.includes(`value="${value}"`))
	expect(input(`${ids.choices}.0`, 'Tea')).toContain('checked=""')
	expect(input(`${ids.choices}.1`, ' Soup ')).not.toContain('checked=""')
	expect(input(`${ids.score}`, '7')).toContain('checked=""')
	expect([input(`${ids.date}.day`, '31'), input(`${ids.date}.month`, '2')]).not.toContain(undefined)
	expect(page).toContain('Write a day that exists')
})

it('a public answer is on the wall, exports have every kind, and search finds a choice', async () => {
	const { id } = await send([
		answer('choices', ['Tea', 'Rain, or snow']),
		answer('score', 9),
		answer('date', '2026-03-31'),
	])
	await client.from('testimonials').update({ status: 'approved' }).eq('id', id).throwOnError()
	const { data: shown } = await client
		.from('public_testimonials')
		.select('answers')
		.eq('id', id)
		.single()
		.throwOnError()
	expect(shown?.answers).toEqual([{ label: 'Would you come back?', value: '9' }])
	await app.indexing.idle()
	const { data: found } = await client.rpc('search_testimonials', { space_id: space, query: 'snow' }).throwOnError()
	expect(JSON.stringify(found)).toContain(id)
	const token = (await client.auth.getSession()).data.session?.access_token
	const exported = async (format: string) => {
		const headers = { authorization: `Bearer ${token}` }
		return (await app.fetch(`${app.url}/functions/v1/export?space_id=${space}&format=${format}`, { headers })).text()
	}
	const row = JSON.parse(await exported('json')).testimonials.find((one: { id: string }) => one.id === id)
	expect(row.answers).toEqual([
		{
			kind: 'choices',
			label: 'What for?',
			value: 'Tea\nRain, or snow',
			public: false,
			chosen: ['Tea', 'Rain, or snow'],
		},
		{ kind: 'score', label: 'Would you come back?', value: '9', public: true },
		{ kind: 'date', label: 'When was it?', value: '2026-03-31', public: false },
	])
	expect(await exported('csv')).toContain(
		'"What for?: Tea; Rain, or snow\nWould you come back?: 9\nWhen was it?: 2026-03-31"',
	)
})

it('the table takes only kinds, limits and labels that a form can show', async () => {
	const change = (values: object) => client.from('form_questions').update(values).eq('id', ids.choices)
	for (const values of [
		{ kind: 'stars' },
		{ most: 0 },
		{ most: 21 },
		{ low_label: 'x'.repeat(61) },
		{ high_label: 'a\nb' },
	])
		expect((await change(values)).error?.code, JSON.stringify(values)).toBe('23514')
})
