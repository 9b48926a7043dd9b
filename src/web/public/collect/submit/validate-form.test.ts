import { expect, test } from 'vitest'
import type { PublicForm } from '#shared/form/public-form.ts'
import { german } from '#web/i18n/de/collect.ts'
import { german as germanQuestions } from '#web/i18n/de/questions.ts'
import { english } from '#web/i18n/en/collect.ts'
import { english as englishQuestions } from '#web/i18n/en/questions.ts'
import { questionParts } from '#web/public/collect/questions/question-parts.ts'
import { validatePicture } from './problem-texts.ts'
import { serverProblems } from './server-problems.ts'
import { validateForm } from './validate-form.ts'

const blank = { position: 0, tip: null, options: [], most: null, low_label: null, high_label: null, required: false }
const form: PublicForm = {
	id: 'f',
	slug: 'fernhill',
	name: 'Fernhill',
	title: 'How was it?',
	intro: null,
	accepts: ['text', 'photo'],
	rating: 'required',
	title_rule: 'off',
	max_seconds: 120,
	consent_text: 'You may.',
	consent_texts: {},
	prompts: null,
	reward_disclosure: null,
	thank_you: {},
	locale: 'en',
	is_open: true,
	closed_text: null,
	author_fields: {},
	look: {},
	wall: null,
	space: { name: 'Fernhill', brand: { logo_url: null, color: null, font: null, theme: null } },
	questions: [
		{ ...blank, id: 'q1', kind: 'short', label: 'Why?', required: true },
		{ ...blank, id: 'q2', kind: 'link', label: 'Where?' },
		{ ...blank, id: 'q3', kind: 'choices', label: 'What for?', options: ['Tea', 'Soup', 'Rain'], most: 2 },
		{ ...blank, id: 'q4', kind: 'date', label: 'When?' },
	],
}
const island = { words: english, lang: 'en', asks: englishQuestions, parts: questionParts }
const limits = { text: 20, photoBytes: 1_000_000, videoBytes: 9, audioBytes: 9 }
const good = { kind: 'text', rating: '4', body: 'Fine.', name: 'Ana', answer_q1: 'Because' }
const check = (values: Record<string, string>, pictures: Record<string, { type: string; size: number }> = {}) =>
	validateForm({ ...island, form, limits }, values, pictures)
const fields = (problems: { field: string }[]) => problems.map(({ field }) => field)

test('a complete form has no problem', () => {
	expect(check({ ...good, url: 'https://a.example', email: 'a@b.example', answer_q2: '' })).toEqual([])
})

test('an empty form reports every problem at once, in page order', () => {
	expect(fields(check({ kind: 'photo' }))).toEqual(['rating', 'photo', 'answer_q1', 'name'])
	expect(fields(check({ kind: 'text' }))).toEqual(['rating', 'body', 'answer_q1', 'name'])
})

test('each problem links to a field that can take the focus', () => {
	expect(check({}).map(({ target }) => target)).toEqual(['star-1', 'body', 'a-q1', 'name'])
})

test('characters are counted as a reader does', () => {
	expect(check({ ...good, body: '👨‍👩‍👧'.repeat(20) })).toEqual([])
	expect(check({ ...good, body: 'x'.repeat(23) })[0]?.text).toBe('Shorten your words by 3 characters')
})

test('an incomplete address and a file that is no picture are reported', () => {
	const wrong = { ...good, url: 'harbour', email: 'ines@harbour', answer_q2: 'javascript:alert(1)' }
	expect(fields(check(wrong))).toEqual(['answer_q2', 'url', 'email'])
	expect(fields(check(good, { avatar: { type: 'image/gif', size: 9 } }))).toEqual(['avatar'])
	expect(check(good, { avatar: { type: 'image/png', size: 2_000_000 } })[0]?.text).toBe(
		'Choose a photo of at most 1 MB',
	)
})

test('a picture is validated as soon as it is chosen', () => {
	const judge = (type: string, size: number) => validatePicture({ type, size }, limits, english, 'en')
	expect(judge('image/webp', 1_000_000)).toBeNull()
	expect(judge('image/avif', 9)).toBe('Choose a JPEG, PNG or WebP picture')
	for (const heic of [{ type: 'image/heic' }, { type: 'image/heif' }, { type: '', name: 'IMG_1.HEIC' }])
		expect(validatePicture({ size: 9, ...heic }, limits, english, 'en')).toMatch(
			/^This browser cannot open an iPhone’s/,
		)
	expect(validatePicture({ type: '', name: 'heic.txt', size: 9 }, limits, english, 'en')).toMatch(/^Choose a JPEG/)
	expect(judge('image/jpeg', 0)).toBe('That file is empty. Choose another one')
	expect(judge('image/jpeg', 1_000_001)).toBe('Choose a photo of at most 1 MB')
})

test('the server’s refusals are shown in the language of the page', () => {
	const refused = { 'author.name': 'Add your name.', answer_q1: 'This answer must be text.' }
	const inGerman = { ...island, words: german, lang: 'de', asks: germanQuestions, form }
	expect(serverProblems({ ...refused, answer_q4: 'Write a day.', answer_q3: 'At most 2.' }, inGerman)).toEqual([
		{ field: 'name', target: 'name', text: german.needName },
		{ field: 'answer_q1', target: 'a-q1', text: german.needAnswer },
		{ field: 'answer_q4', target: 'a-q4', text: germanQuestions.badDate },
		{ field: 'answer_q3', target: 'a-q3', text: 'Wählen Sie höchstens 2' },
	])
	expect(serverProblems(refused, { ...island, form })[0]?.text).toBe('Add your name')
})

test('required fields about the visitor are named in page order, and blank ones count as missing', () => {
	const author_fields = { avatar: 'required', title: 'required', email: 'required', url: 'off' } as const
	const strict = { form: { ...form, author_fields }, limits }
	const found = validateForm({ ...island, ...strict }, { ...good, name: '', title: '  ' }, {})
	expect(fields(found)).toEqual(['avatar', 'name', 'title', 'email'])
})

test('several choices keep their limit, and a date is a day that exists, in the digits of any keyboard', () => {
	const wrong = (more: Record<string, string>) => check({ ...good, ...more }).map(({ text }) => text)
	const date = (day: string, month: string, year: string) => ({
		'answer_q4.day': day,
		'answer_q4.month': month,
		'answer_q4.year': year,
	})
	expect(wrong({ 'answer_q3.0': 'Tea', 'answer_q3.2': 'Rain', ...date('29', '2', '2024') })).toEqual([])
	expect(wrong(date('٣١', '٣', '٢٠٢٦'))).toEqual([])
	expect(wrong({ 'answer_q3.0': 'Tea', 'answer_q3.1': 'Soup', 'answer_q3.2': 'Rain' })).toEqual(['Choose at most 2'])
	for (const [day, month, year] of [
		['31', '2', '2026'],
		['1', '', ''],
		['1', '1', '26'],
		['x', '1', '2026'],
	] as const)
		expect(wrong(date(day, month, year))).toEqual([englishQuestions.badDate])
})
