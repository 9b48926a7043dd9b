import type { Kind, QuestionKind, RatingRule, ThankYou } from '#shared/public-form.ts'
import type { FormQuestionRow, FormRow } from '#shared/rows.ts'

/** One question in the editor; its index is its position. */
export type QuestionDraft = {
	id: string
	kind: QuestionKind
	label: string
	tip: string
	options: string[]
	required: boolean
	is_public: boolean
}

/** A form in the editor. The slug is left out: changing an address is a separate action. */
export type FormDraft = {
	name: string
	title: string
	intro: string
	accepts: Kind[]
	rating: RatingRule
	consent_text: string
	reward_disclosure: string
	thank_you: Partial<ThankYou>
	locale: string
	is_open: boolean
	questions: QuestionDraft[]
}

export type FormField = Exclude<keyof FormDraft, 'questions'>

export const formFields = [
	'name',
	'title',
	'intro',
	'accepts',
	'rating',
	'consent_text',
	'reward_disclosure',
	'thank_you',
	'locale',
	'is_open',
] as const satisfies readonly FormField[]

/** The editor's draft from the rows of the server. */
export const toDraft = (form: FormRow, questions: readonly FormQuestionRow[]): FormDraft => ({
	name: form.name,
	title: form.title,
	intro: form.intro,
	accepts: form.accepts,
	rating: form.rating,
	consent_text: form.consent_text,
	reward_disclosure: form.reward_disclosure,
	thank_you: form.thank_you,
	locale: form.locale,
	is_open: form.is_open,
	questions: [...questions]
		.sort((a, b) => a.position - b.position)
		.map(({ id, kind, label, tip, options, required, is_public }) => ({
			id,
			kind,
			label,
			tip,
			options,
			required,
			is_public,
		})),
})

export type DraftAction =
	| { type: 'set'; part: Partial<Omit<FormDraft, 'questions'>> }
	| { type: 'question'; id: string; part: Partial<Omit<QuestionDraft, 'id'>> }
	| { type: 'added'; question: QuestionDraft; at?: number }
	| { type: 'removed'; id: string }
	| { type: 'moved'; id: string; to: number }
	| { type: 'replaced'; draft: FormDraft }

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
		case 'replaced':
			return action.draft
	}
}

export type DraftProblems = {
	fields: Partial<Record<FormField, string>>
	questions: Map<string, string>
}

const isLink = (text: string): boolean => {
	try {
		return /^https?:$/.test(new URL(text).protocol)
	} catch {
		return false
	}
}

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
	return { fields, questions }
}
