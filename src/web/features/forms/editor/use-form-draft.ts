import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { formQuery, type LoadedForm } from '#web/features/forms/use-forms.ts'
import { followChanges } from '#web/lib/client/follow-changes.ts'
import { supabase } from '#web/lib/client/supabase.ts'
import type { MergeConflict } from '#web/lib/drafts/merge-state.ts'
import { useVersionedDraft } from '#web/lib/drafts/use-versioned-draft.ts'
import { queryKeys } from '#web/lib/query/query-keys.ts'
import { refetchQueries } from '#web/lib/query/refetch.ts'
import { describeChanges } from './describe-changes.ts'
import { changesBetween, isEmptyChange, mergeDrafts, restoreDraft, type StoredDraft } from './draft-changes.ts'
import { type DraftAction, draftReducer, type FormDraft, type FormField, validateDraft } from './form-draft.ts'
import { saveChanges } from './save-draft.ts'

/** The draft of a form in its editor. Fields with a problem are held back, and the others are saved. */
export const useFormDraft = (form: LoadedForm) => {
	const queries = useQueryClient()
	const unsaved = (base: FormDraft, mine: FormDraft) => changesBetween(base, mine, validateDraft(mine))
	const { value, edit, ...draft } = useVersionedDraft<LoadedForm, FormDraft, StoredDraft>(
		form,
		{
			what: 'form',
			query: formQuery(form.space_id, form.id),
			open: ({ draft, overtaken, updated_at }) => ({ value: draft, overtaken, publication: updated_at }),
			merge: mergeDrafts,
			isStored: (base, mine) => isEmptyChange(unsaved(base, mine)),
			save: async (base, mine) => {
				const saved = await saveChanges(await supabase, base, unsaved(base.draft, mine))
				// A screen with the list may be open already; the editor has the saved values.
				void refetchQueries(queries, queryKeys.formList(base.space_id))
				void queries.invalidateQueries({ queryKey: queryKeys.forms(base.space_id), refetchType: 'none' })
				return saved
			},
		},
		{
			key: `plaudit-form-draft-${form.id}`,
			parse: (stored) => {
				const mine = restoreDraft(stored, form.draft)
				return mine && { base: form.draft, mine }
			},
			format: ({ base, mine }) => ({ base, draft: mine }),
		},
	)
	useLiveForm(form)
	const isUnsaved = draft.save.is !== 'saved'
	useEffect(() => {
		if (!isUnsaved) return
		const guard = (event: BeforeUnloadEvent) => event.preventDefault()
		window.addEventListener('beforeunload', guard)
		return () => window.removeEventListener('beforeunload', guard)
	}, [isUnsaved])
	return {
		...draft,
		draft: value,
		change: (action: DraftAction) => edit((before) => draftReducer(before, action)),
		/** The changes of the draft, one line each. */
		changes: useMemo(() => describeChanges(form.published, value), [form.published, value]),
		/** Questions are merged one by one, and never collide. */
		collisions: draft.collisions as MergeConflict<FormField>[],
	}
}

/** Reads a form and its draft again when a member changes one of them. */
const useLiveForm = ({ space_id: spaceId, id: formId }: LoadedForm): void => {
	const queries = useQueryClient()
	useEffect(() => {
		const filter = `form_id=eq.${formId}`
		return followChanges(
			`form:${formId}`,
			[
				{ table: 'forms', event: 'UPDATE', filter: `id=eq.${formId}` },
				{ table: 'form_drafts', event: 'INSERT', filter },
				{ table: 'form_drafts', event: 'UPDATE', filter },
				{ table: 'form_drafts', event: 'DELETE' },
			],
			() => void refetchQueries(queries, queryKeys.form(spaceId, formId)),
		)
	}, [queries, spaceId, formId])
}
