import type { QuestionKind } from '#shared/form/public-form.ts'
import type { FormParts, FormQuestionRow, FormRow } from '#shared/rows.ts'
import { readWebAddress } from '#shared/web-address.ts'
import { moveItem } from '#web/lib/drafts/move-item.ts'

const questionFields = [
	'id',
	'kind',
	'label',
	'tip',
	'options',
	'most',
	'low_label',
	'high_label',
	'required',
	'is_public',
] as const

/** One question in the editor; its index is its position. */
export type QuestionDraft = Pick<FormQuestionRow, (typeof questionFields)[number]>

/** The edited parts of a question. */
export type QuestionChange = Partial<Omit<QuestionDraft, 'id'>>

/** The edited fields with their labels. The slug is left out: changing an address is a separate action. */
export const formFieldLabels = {
	name: 'The name',
	title: 'The title',
	intro: 'The introduction',
	accepts: 'What they may send',
	max_seconds: 'The longest recording',
	rating: 'The rating',
	title_rule: 'The title of their words',
	prompts: 'The questions to begin with',
	consent_text: 'The consent',
	consent_texts: 'The consent in other languages',
	reward_disclosure: 'The reward',
	thank_you: 'The thank-you',
	closed_text: 'The text of the closed form',
	author_fields: 'What it asks about the visitor',
	look: 'The look',
	locale: 'The language',
	is_open: 'Open or closed',
	auto_approve: 'The approval',
} satisfies Partial<Record<keyof FormRow, string>>

export type FormField = keyof typeof formFieldLabels
export const formFields = Object.keys(formFieldLabels) as FormField[]

/** The edited fields of a form, without its questions. */
export type FormFields = Pick<FormRow, FormField>

/** A form in the editor. */
export type FormDraft = FormFields & { questions: QuestionDraft[] }

const pick = <Row, Field extends keyof Row>(row: Row, fields: readonly Field[]) =>
	Object.fromEntries(fields.map((field) => [field, row[field]])) as Pick<Row, Field>

/** The editor's draft from the rows of the server. */
export const toDraft = (form: FormFields, questions: readonly FormQuestionRow[]): FormDraft => ({
	...pick(form, formFields),
	questions: questions.toSorted((a, b) => a.position - b.position).map((question) => pick(question, questionFields)),
})

/** Fields that apply at once: visitors do not see them, or an owner who changes them does not want to wait. */
export const atOnceFields = ['name', 'is_open', 'auto_approve'] as const satisfies readonly FormField[]
const isAtOnce = (field: FormField): boolean => (atOnceFields as readonly FormField[]).includes(field)

/** The fields that are published. */
export const publishedFields = formFields.filter((field) => !isAtOnce(field)) as Exclude<
	FormField,
	(typeof atOnceFields)[number]
>[]

/** The parts of a draft that wait for publication, as the server stores them. */
export const toParts = (draft: FormDraft): FormParts => ({
	...pick(draft, publishedFields),
	questions: draft.questions,
})

/** The form with these parts instead of its own. */
export const withParts = (form: FormDraft, { questions, ...parts }: Partial<FormParts>): FormDraft => ({
	...form,
	...pick({ ...form, ...parts }, formFields),
	questions: questions?.map((question) => pick(question, questionFields)) ?? form.questions,
})

export type DraftAction =
	| { type: 'replaced'; draft: FormDraft }
	| { type: 'set'; part: Partial<FormFields> }
	| { type: 'question'; id: string; part: QuestionChange }
	| { type: 'added'; question: QuestionDraft; at?: number }
	| { type: 'removed'; id: string }
	| { type: 'moved'; id: string; to: number }

/** The next draft. Pure. */
export const draftReducer = (draft: FormDraft, action: DraftAction): FormDraft => {
	switch (action.type) {
		case 'replaced':
			return action.draft
		case 'set':
			return { ...draft, ...action.part }
		case 'question':
			return {
				...draft,
				questions: draft.questions.map((one) => (one.id === action.id ? { ...one, ...action.part } : one)),
			}
		case 'added':
			return {
				...draft,
				questions: draft.questions.toSpliced(action.at ?? draft.questions.length, 0, action.question),
			}
		case 'removed':
			return { ...draft, questions: draft.questions.filter((one) => one.id !== action.id) }
		case 'moved':
			return {
				...draft,
				questions: moveItem(
					draft.questions,
					draft.questions.findIndex((one) => one.id === action.id),
					action.to,
				),
			}
	}
}

export type DraftProblems = {
	fields: Partial<Record<FormField, string>>
	questions: Map<string, string>
	/** Number of fields and questions that cannot be saved. */
	count: number
}

/** True when questions of a kind are answered by options. */
export const hasOptions = (kind: QuestionKind): boolean => kind === 'choice' || kind === 'choices'

const validateQuestion = (question: QuestionDraft): string | null => {
	if (question.label.trim() === '') return 'A question needs words.'
	return hasOptions(question.kind) ? validateOptions(question.options) : null
}

/** As in the table `form_questions`, whose JSON text has a space after each comma. */
const maxOptionBytes = 4096
const isTooLong = (options: readonly string[]): boolean =>
	new TextEncoder().encode(JSON.stringify(options)).length + options.length > maxOptionBytes

const validateOptions = (options: readonly string[]): string | null => {
	const texts = options.map((option) => option.trim())
	if (texts.includes('')) return 'An option needs words.'
	if (new Set(texts).size < texts.length) return 'Two options are the same.'
	if (texts.length < 2) return 'A choice needs at least two options.'
	return isTooLong(options) ? 'These options are too long together. Shorten or remove some.' : null
}

/** Error texts for fields that cannot be saved; everything else is saved meanwhile. */
export const validateDraft = (draft: FormDraft): DraftProblems => {
	const fields: DraftProblems['fields'] = {}
	if (draft.name.trim() === '') fields.name = 'A form needs a name. Only you see it.'
	if (draft.title.trim() === '') fields.title = 'The page needs a title.'
	if (draft.accepts.length === 0) fields.accepts = 'Choose at least one.'
	if (draft.consent_text.trim() === '')
		fields.consent_text = 'Without these words visitors cannot agree, and nothing could ever be published.'
	if (draft.prompts?.some((prompt) => prompt.trim() === '')) fields.prompts = 'Give it words, or remove it.'
	if (Object.values(draft.consent_texts).some((text) => text.trim() === ''))
		fields.consent_texts = 'Give it words, or take the language away.'
	const { link_url = '' } = draft.thank_you
	const link = readWebAddress(link_url)
	if (link_url !== '' && 'problem' in link)
		fields.thank_you =
			link.problem === 'email'
				? 'This is an e-mail address. Write that of a page, for example https://harbour.org'
				: 'Write the whole address, for example https://harbour.org'
	// The page moves visitors to encrypted addresses only.
	else if (draft.thank_you.move_after && !('url' in link && link.url.startsWith('https://')))
		fields.thank_you = 'Visitors are taken only to an address that begins with https://'
	const questions = new Map<string, string>()
	for (const question of draft.questions) {
		const problem = validateQuestion(question)
		if (problem) questions.set(question.id, problem)
	}
	return { fields, questions, count: Object.keys(fields).length + questions.size }
}
