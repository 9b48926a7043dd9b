import { type Collision, mergeParts, same } from '#web/lib/merge.ts'
import {
	type FormDraft,
	type FormField,
	formFields,
	type Problems,
	type QuestionDraft,
} from './form-draft.ts'

export type PlacedQuestion = QuestionDraft & { position: number }

/** What must be sent so that the server has the draft. */
export type Changes = {
	form: Partial<Omit<FormDraft, 'questions'>>
	added: PlacedQuestion[]
	changed: PlacedQuestion[]
	removed: string[]
}

/** The difference between what the server has and the draft, leaving out what has a problem. */
export const changesBetween = (saved: FormDraft, draft: FormDraft, problems: Problems): Changes => {
	const form: Partial<Record<FormField, unknown>> = {}
	for (const field of formFields)
		if (!problems.fields[field] && !same(saved[field], draft[field])) form[field] = draft[field]
	const before = new Map(saved.questions.map((one, position) => [one.id, { ...one, position }]))
	const placed = draft.questions
		.map((one, position) => ({ ...one, position }))
		.filter((one) => !problems.questions.has(one.id))
	const kept = new Set(draft.questions.map((one) => one.id))
	return {
		form: form as Changes['form'],
		added: placed.filter((one) => !before.has(one.id)),
		changed: placed.filter((one) => before.has(one.id) && !same(before.get(one.id), one)),
		removed: saved.questions.filter((one) => !kept.has(one.id)).map((one) => one.id),
	}
}

export const questionsIn = ({ added, changed, removed }: Changes): boolean =>
	added.length + changed.length + removed.length > 0

export const nothingIn = (changes: Changes): boolean =>
	Object.keys(changes.form).length === 0 && !questionsIn(changes)

/** The server's state after some changes went through. */
export const afterSaving = (saved: FormDraft, changes: Changes): FormDraft => {
	const gone = new Set(changes.removed)
	const sent = new Map([...changes.added, ...changes.changed].map((one) => [one.id, one]))
	const questions = [
		...saved.questions.map((one, position) => ({ ...one, position })),
		...changes.added,
	]
		.filter((one) => !gone.has(one.id))
		.map((one) => sent.get(one.id) ?? one)
		.sort((a, b) => a.position - b.position)
		.map(({ position: _place, ...one }) => one)
	return { ...saved, ...changes.form, questions }
}

const mergeQuestions = (
	base: readonly QuestionDraft[],
	mine: readonly QuestionDraft[],
	theirs: readonly QuestionDraft[],
): QuestionDraft[] => {
	const find = (list: readonly QuestionDraft[], id: string) => list.find((one) => one.id === id)
	const ids = (list: readonly QuestionDraft[]) => list.map((one) => one.id)
	const reordered = !same(ids(base), ids(mine))
	const [lead, other] = reordered ? [mine, theirs] : [theirs, mine]
	const order = [...ids(lead), ...ids(other).filter((id) => !find(lead, id))]
	return order.flatMap((id) => {
		const [was, my, their] = [find(base, id), find(mine, id), find(theirs, id)]
		if (my && their) return [same(was, my) ? their : my]
		const only = my ?? their
		// Removed on one side: gone, unless the other side added or rewrote it.
		return only && (!was || !same(was, only)) ? [only] : []
	})
}

/**
 * Brings a draft up to what somebody else has saved meanwhile. Fields that only one side changed take
 * that side; where both did, mine stands and the collision is told.
 */
export const mergeDrafts = (
	base: FormDraft,
	mine: FormDraft,
	theirs: FormDraft,
): { draft: FormDraft; collisions: Collision<FormField>[] } => {
	const { questions: _base, ...fieldsBefore } = base
	const { questions: _mine, ...myFields } = mine
	const { questions: _theirs, ...theirFields } = theirs
	const { merged, collisions } = mergeParts(fieldsBefore, myFields, theirFields)
	const questions = mergeQuestions(base.questions, mine.questions, theirs.questions)
	return { draft: { ...merged, questions }, collisions }
}
