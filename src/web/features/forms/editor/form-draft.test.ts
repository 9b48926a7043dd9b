import { describe, expect, it } from 'vitest'
import { applyChanges, changesBetween, isEmptyChange, mergeDrafts } from './draft-changes.ts'
import { draftReducer, type FormDraft, type QuestionDraft, validateDraft } from './form-draft.ts'

const question = (id: string, more: Partial<QuestionDraft> = {}): QuestionDraft => ({
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
	...more,
})
const draft: FormDraft = {
	name: 'After the frame goes home',
	title: 'How did it turn out?',
	intro: '',
	accepts: ['text', 'photo'],
	rating: 'optional',
	title_rule: 'off',
	max_seconds: 120,
	consent_text: 'You may show my words.',
	reward_disclosure: '',
	thank_you: {},
	closed_text: '',
	author_fields: {},
	look: {},
	prompts: null,
	consent_texts: {},
	locale: 'en',
	is_open: true,
	auto_approve: [],
	questions: [question('a'), question('b'), question('c')],
}
const ids = (one: FormDraft) => one.questions.map(({ id }) => id)
const changes = (to: FormDraft) => changesBetween(draft, to, validateDraft(to))

describe('form draft', () => {
	it('a question moves by one place and stays within the list', () => {
		expect(ids(draftReducer(draft, { type: 'moved', id: 'c', to: 0 }))).toEqual(['c', 'a', 'b'])
		expect(ids(draftReducer(draft, { type: 'moved', id: 'a', to: 9 }))).toEqual(['b', 'c', 'a'])
		expect(ids(draftReducer(draft, { type: 'moved', id: 'a', to: -1 }))).toEqual(['a', 'b', 'c'])
	})

	it('a removed question can be restored at its place', () => {
		const removed = draftReducer(draft, { type: 'removed', id: 'b' })
		const back = draftReducer(removed, { type: 'added', question: question('b'), at: 1 })
		expect(back).toEqual(draft)
	})

	it('fields that cannot be saved are reported', () => {
		const bad = validateDraft({
			...draft,
			title: ' ',
			consent_text: '',
			accepts: [],
			thank_you: { link_url: 'javascript:alert(1)' },
			questions: [question('a', { label: '' }), question('b', { kind: 'choice', options: ['x'] })],
		})
		expect(Object.keys(bad.fields).sort()).toEqual(['accepts', 'consent_text', 'thank_you', 'title'])
		expect([...bad.questions.keys()]).toEqual(['a', 'b'])
	})

	it('the link of the thank-you needs no scheme, and an e-mail address is called one', () => {
		const problemOf = (link_url: string, more = {}) =>
			validateDraft({ ...draft, thank_you: { link_url, ...more } }).fields.thank_you
		expect(problemOf('example.com/a')).toBeUndefined()
		expect(problemOf('example.com', { move_after: '5' })).toBeUndefined()
		expect(problemOf('http://example.com', { move_after: '5' })).toMatch(/begins with https/)
		expect(problemOf('ines@harbour.org')).toMatch(/e-mail address/)
		for (const wrong of ['harbour', 'foo bar', 'data:x', 'localhost']) expect(problemOf(wrong)).toMatch(/whole address/)
	})
})

it('the options of a choice need words, differ, and fit into their column', () => {
	const problemOf = (options: string[]) =>
		validateDraft({ ...draft, questions: [question('a', { kind: 'choice', options })] }).questions.get('a')
	expect(problemOf(['The glass', 'The mount'])).toBeUndefined()
	expect(problemOf(['The glass'])).toBe('A choice needs at least two options.')
	expect(problemOf(['The glass', ' '])).toBe('An option needs words.')
	expect(problemOf(['The glass', 'The mount', 'The glass '])).toBe('Two options are the same.')
	const long = Array.from({ length: 20 }, (_, at) => `${at}`.padEnd(200, 'ü'))
	expect(problemOf(long)).toBe('These options are too long together. Shorten or remove some.')
})

describe('saving a form', () => {
	it('saving a form sends only changed fields', () => {
		expect(isEmptyChange(changes(draft))).toBe(true)
		expect(changes({ ...draft, title: 'New' }).form).toEqual({ title: 'New' })
	})

	it('saving moved questions sends their new positions', () => {
		const to = draftReducer(draft, { type: 'moved', id: 'c', to: 1 })
		expect(changes(to).changed.map(({ id, position }) => [id, position])).toEqual([
			['c', 1],
			['b', 2],
		])
	})

	it('a field with a problem is held back and the rest is sent', () => {
		const to = { ...draft, title: '', intro: 'Hello' }
		expect(changes(to).form).toEqual({ intro: 'Hello' })
		const added = draftReducer(draft, { type: 'added', question: question('n', { label: '' }) })
		expect(changes(added).added).toEqual([])
	})

	it('the server state after a save includes its changes', () => {
		let to = draftReducer(draft, { type: 'removed', id: 'a' })
		to = draftReducer(to, { type: 'added', question: question('n'), at: 0 })
		to = draftReducer(to, { type: 'set', part: { name: 'Other' } })
		expect(applyChanges(draft, changes(to))).toEqual(to)
	})
})

describe('concurrent edits', () => {
	it('edits of two tabs to different fields are both kept', () => {
		const mine = { ...draft, title: 'Mine' }
		const theirs = { ...draft, intro: 'Theirs' }
		const { merged, collisions } = mergeDrafts(draft, mine, theirs)
		expect(merged).toMatchObject({ title: 'Mine', intro: 'Theirs' })
		expect(collisions).toEqual([])
	})

	it('edits of two tabs to the same field are reported as a conflict', () => {
		const { merged, collisions } = mergeDrafts(draft, { ...draft, title: 'Mine' }, { ...draft, title: 'Theirs' })
		expect(merged.title).toBe('Mine')
		expect(collisions).toEqual([{ field: 'title', theirs: 'Theirs' }])
	})

	it('questions are merged by id', () => {
		const mine = draftReducer(draft, { type: 'question', id: 'a', part: { label: 'Mine' } })
		let theirs = draftReducer(draft, { type: 'removed', id: 'b' })
		theirs = draftReducer(theirs, { type: 'added', question: question('n') })
		const { merged } = mergeDrafts(draft, mine, theirs)
		expect(ids(merged)).toEqual(['a', 'c', 'n'])
		expect(merged.questions[0]?.label).toBe('Mine')
	})

	it('a question removed in one tab and edited in the other is kept', () => {
		const mine = draftReducer(draft, { type: 'question', id: 'b', part: { label: 'Kept' } })
		const theirs = draftReducer(draft, { type: 'removed', id: 'b' })
		expect(ids(mergeDrafts(draft, mine, theirs).merged)).toContain('b')
	})
})
