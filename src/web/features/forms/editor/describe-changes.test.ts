import { expect, it } from 'vitest'
import { describeChanges } from './describe-changes.ts'
import type { FormDraft, QuestionDraft } from './form-draft.ts'

const question = (id: string, change: Partial<QuestionDraft> = {}): QuestionDraft => ({
	id,
	kind: 'short',
	label: `Question ${id}`,
	tip: '',
	options: [],
	most: null,
	low_label: '',
	high_label: '',
	required: false,
	is_public: false,
	...change,
})
const form: FormDraft = {
	name: 'Shop',
	title: 'How was it?',
	intro: 'Tell us.',
	accepts: ['text'],
	max_seconds: 120,
	rating: 'optional',
	title_rule: 'off',
	prompts: null,
	consent_text: 'You may print it.',
	consent_texts: {},
	reward_disclosure: '',
	thank_you: { title: 'Thanks', message: 'Bye' },
	closed_text: '',
	author_fields: {},
	look: {},
	locale: 'en',
	is_open: true,
	auto_approve: [],
	questions: [question('a'), question('b')],
}

it('what visitors do not see is no change, nor is another order of keys', () => {
	const thank_you = { message: 'Bye', title: 'Thanks' }
	expect(describeChanges(form, { ...form, name: 'Ours', is_open: false, thank_you })).toEqual([])
})

it('each changed field is one line, with its new value where that can be read', () => {
	const changed: FormDraft = {
		...form,
		title: 'And?',
		intro: '',
		rating: 'off',
		accepts: ['text', 'video'],
		locale: 'de',
	}
	expect(describeChanges(form, { ...changed, look: { pages: 'steps' } })).toEqual([
		'The title: “And?”',
		'The introduction is removed',
		'What they may send: Text and Video',
		'The rating: not asked for',
		'The look',
		'The language: German',
	])
})

it('questions are named when they are added, removed, renamed, required or moved', () => {
	const questions = [question('c'), question('b', { required: true })]
	expect(describeChanges(form, { ...form, questions })).toEqual([
		'A new question: “Question c”',
		'The question “Question b” is required',
		'Without the question “Question a”',
	])
	const moved = [question('b', { label: 'Why?' }), question('a', { tip: 'In a word' })]
	expect(describeChanges(form, { ...form, questions: moved })).toEqual([
		'The question “Question b” is now “Why?”',
		'The question “Question a” is changed',
		'The order of the questions',
	])
})
