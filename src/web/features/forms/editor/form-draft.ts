import type { FormQuestionRow, FormRow } from '#shared/rows.ts'

const questionFields = ['id', 'kind', 'label', 'tip', 'options', 'required', 'is_public'] as const

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
	rating: 'The rating',
	consent_text: 'The consent',
	reward_disclosure: 'The reward',
	thank_you: 'The thank-you',
	locale: 'The language',
	is_open: 'Open or closed',
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

export type DraftAction =
	| { type: 'set'; part: Partial<FormFields> }
	| { type: 'question'; id: string; part: QuestionChange }
	| { type: 'added'; question: QuestionDraft; at?: number }
	| { type: 'removed'; id: string }
	| { type: 'moved'; id: string; to: number }

const moveQuestion = (list: readonly QuestionDraft[], id: string, to: number): QuestionDraft[] => {
	const one = list.find((question) => question.id === id)
	const rest = list.filter((question) => question.id !== id)
	return one ? rest.toSpliced(Math.min(Math.max(to, 0), rest.length), 0, one) : [...list]
}

/** The next draft. Pure. */
export const draftReducer = (draft: FormDraft, action: DraftAction): FormDraft => {
	switch (action.type) {
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
			return { ...draft, questions: moveQuestion(draft.questions, action.id, action.to) }
	}
}

export type DraftProblems = {
	fields: Partial<Record<FormField, string>>
	questions: Map<string, string>
	/** Number of fields and questions that cannot be saved. */
	count: number
}

const isLink = (text: string): boolean => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)

const validateQuestion = (question: QuestionDraft): string | null => {
	if (question.label.trim() === '') return 'A question needs words.'
	if (question.kind === 'choice' && question.options.length < 2) return 'A choice needs at least two options.'
	return null
}

/** Error texts for fields that cannot be saved; everything else is saved meanwhile. */
export const validateDraft = (draft: FormDraft): DraftProblems => {
	const fields: DraftProblems['fields'] = {}
	if (draft.name.trim() === '') fields.name = 'A form needs a name. Only you see it.'
	if (draft.title.trim() === '') fields.title = 'The page needs a title.'
	if (draft.accepts.length === 0) fields.accepts = 'Choose at least one.'
	if (draft.consent_text.trim() === '')
		fields.consent_text = 'Without these words nobody can agree, and nothing could ever be published.'
	const { link_url: link = '' } = draft.thank_you
	if (link !== '' && !isLink(link)) fields.thank_you = 'A link begins with https:// or http://'
	const questions = new Map<string, string>()
	for (const question of draft.questions) {
		const problem = validateQuestion(question)
		if (problem) questions.set(question.id, problem)
	}
	return { fields, questions, count: Object.keys(fields).length + questions.size }
}
