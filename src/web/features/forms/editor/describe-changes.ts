import type { RatingRule } from '#shared/form/public-form.ts'
import { isEqual } from '#web/lib/drafts/merge-state.ts'
import { formatList, languageName } from '#web/lib/format/format.ts'
import { kindLabels } from '#web/lib/spaces/kind-labels.ts'
import { type FormDraft, formFieldLabels, publishedFields, type QuestionDraft } from './form-draft.ts'

/** True when two definitions of a form show the same page. */
export const isSameForm = (a: FormDraft, b: FormDraft): boolean =>
	isEqual(a.questions, b.questions) && publishedFields.every((field) => isEqual(a[field], b[field]))

const maxWords = 80
const quote = (text: string): string => `“${text.length > maxWords ? `${text.slice(0, maxWords - 1)}…` : text}”`
const ratings: Record<RatingRule, string> = { off: 'not asked for', optional: 'optional', required: 'required' }

/** The differences that visitors will see, one line for each change. */
export const describeChanges = (before: FormDraft, after: FormDraft): string[] => [
	...publishedFields
		.filter((field) => !isEqual(before[field], after[field]))
		.map((field) => describeField(field, after)),
	...describeQuestions(before.questions, after.questions),
]

const describeField = (field: (typeof publishedFields)[number], form: FormDraft): string => {
	const label = formFieldLabels[field]
	switch (field) {
		case 'title':
		case 'intro':
		case 'consent_text':
		case 'reward_disclosure':
		case 'closed_text':
			return form[field] === '' ? `${label} is removed` : `${label}: ${quote(form[field])}`
		case 'accepts':
			return `${label}: ${formatList(form.accepts.map((kind) => kindLabels[kind]))}`
		case 'rating':
		case 'title_rule':
			return `${label}: ${ratings[form[field]]}`
		case 'max_seconds':
			return `${label}: ${form.max_seconds} seconds`
		case 'locale':
			return `${label}: ${languageName(form.locale)}`
		default:
			return label
	}
}

const describeQuestions = (before: readonly QuestionDraft[], after: readonly QuestionDraft[]): string[] => {
	const find = (list: readonly QuestionDraft[], id: string) => list.find((one) => one.id === id)
	const lines = after.flatMap((question) => {
		const was = find(before, question.id)
		if (!was) return [`A new question: ${quote(question.label)}`]
		if (isEqual(was, question)) return []
		if (was.label !== question.label) return [`The question ${quote(was.label)} is now ${quote(question.label)}`]
		return [`The question ${quote(question.label)} is ${describeQuestion(was, question)}`]
	})
	const removed = before.filter((one) => !find(after, one.id)).map((one) => `Without the question ${quote(one.label)}`)
	const stayed = (list: readonly QuestionDraft[], other: readonly QuestionDraft[]) =>
		list.filter((one) => find(other, one.id)).map((one) => one.id)
	const isMoved = !isEqual(stayed(before, after), stayed(after, before))
	return [...lines, ...removed, ...(isMoved ? ['The order of the questions'] : [])]
}

const describeQuestion = (was: QuestionDraft, now: QuestionDraft): string => {
	if (!isEqual({ ...was, required: now.required }, now)) return 'changed'
	return now.required ? 'required' : 'optional'
}
