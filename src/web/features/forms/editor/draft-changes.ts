import { isEqual, type MergeConflict, mergeFields } from '#web/lib/drafts/merge-state.ts'
import {
	type DraftProblems,
	type FormDraft,
	type FormField,
	type FormFields,
	formFields,
	type QuestionDraft,
} from './form-draft.ts'

export type PlacedQuestion = QuestionDraft & { position: number }

/** The writes that bring the server to the state of the draft. */
export type Changes = {
	form: Partial<FormFields>
	added: PlacedQuestion[]
	changed: PlacedQuestion[]
	removed: string[]
}

const withPositions = (questions: readonly QuestionDraft[]): PlacedQuestion[] =>
	questions.map((one, position) => ({ ...one, position }))

/** The difference between the server's form and the draft, without fields that have a problem. */
export const changesBetween = (saved: FormDraft, draft: FormDraft, problems: DraftProblems): Changes => {
	const form: Partial<Record<FormField, unknown>> = {}
	for (const field of formFields)
		if (!problems.fields[field] && !isEqual(saved[field], draft[field])) form[field] = draft[field]
	const before = new Map(withPositions(saved.questions).map((one) => [one.id, one]))
	const placed = withPositions(draft.questions).filter((one) => !problems.questions.has(one.id))
	const kept = new Set(draft.questions.map((one) => one.id))
	return {
		form: form as Changes['form'],
		added: placed.filter((one) => !before.has(one.id)),
		changed: placed.filter((one) => before.has(one.id) && !isEqual(before.get(one.id), one)),
		removed: saved.questions.filter((one) => !kept.has(one.id)).map((one) => one.id),
	}
}

export const hasQuestionChanges = ({ added, changed, removed }: Changes): boolean =>
	added.length + changed.length + removed.length > 0

export const isEmptyChange = (changes: Changes): boolean =>
	Object.keys(changes.form).length === 0 && !hasQuestionChanges(changes)

/** The server's state after some changes were saved. */
export const applyChanges = (saved: FormDraft, changes: Changes): FormDraft => {
	const gone = new Set(changes.removed)
	const sent = new Map([...changes.added, ...changes.changed].map((one) => [one.id, one]))
	const questions = [...withPositions(saved.questions), ...changes.added]
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
	const reordered = !isEqual(ids(base), ids(mine))
	const [lead, other] = reordered ? [mine, theirs] : [theirs, mine]
	const order = [...ids(lead), ...ids(other).filter((id) => !find(lead, id))]
	return order.flatMap((id) => {
		const [was, my, their] = [find(base, id), find(mine, id), find(theirs, id)]
		if (my && their) return [isEqual(was, my) ? their : my]
		const only = my ?? their
		// Removed on one side: dropped, unless the other side added or edited it.
		return only && (!was || !isEqual(was, only)) ? [only] : []
	})
}

/**
 * Merges a draft with what another person saved. A field changed on one side takes that side; a field changed on both
 * keeps the local value and reports a conflict.
 */
export const mergeDrafts = (
	base: FormDraft,
	mine: FormDraft,
	theirs: FormDraft,
): { merged: FormDraft; collisions: MergeConflict<FormField>[] } => {
	const { questions: _base, ...fieldsBefore } = base
	const { questions: _mine, ...myFields } = mine
	const { questions: _theirs, ...theirFields } = theirs
	const { merged, collisions } = mergeFields(fieldsBefore, myFields, theirFields)
	const questions = mergeQuestions(base.questions, mine.questions, theirs.questions)
	return { merged: { ...merged, questions }, collisions }
}

/** Unsaved changes of an earlier page, with the server state that they started from. */
export type StoredDraft = { base: FormDraft; draft: FormDraft }

/** The stored draft merged with the server's state; null when nothing in it is new. */
export const restoreDraft = (stored: Partial<StoredDraft> | null, theirs: FormDraft): FormDraft | null => {
	if (!stored?.base || !Array.isArray(stored.draft?.questions)) return null
	const { merged } = mergeDrafts(stored.base, stored.draft, theirs)
	return isEqual(merged, theirs) ? null : merged
}
