import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { type LoadedForm, loadForm, revisionOf } from '#web/features/forms/use-forms.ts'
import { errorMessage, isTransient, StaleError } from '#web/lib/client/errors.ts'
import { supabase } from '#web/lib/client/supabase.ts'
import { isEqual, type MergeConflict } from '#web/lib/drafts/merge-state.ts'
import { useSavedDraft } from '#web/lib/drafts/use-saved-draft.ts'
import { queryKeys } from '#web/lib/query/query-keys.ts'
import { refetchQueries, replaceQueryData } from '#web/lib/query/refetch.ts'
import { describeChanges } from './describe-changes.ts'
import { changesBetween, isEmptyChange, mergeDrafts, restoreDraft, type StoredDraft } from './draft-changes.ts'
import { type DraftAction, draftReducer, type FormField, validateDraft } from './form-draft.ts'
import { saveChanges } from './save-draft.ts'

export type SaveState =
	| { is: 'saved'; at: number }
	| { is: 'waiting' }
	| { is: 'saving' }
	| { is: 'failed'; why: string }

const saveDelayMs = 600

/**
 * The editor of one form: changes show and are stored in this browser at once, and are sent to the draft of all members after a pause in typing.
 * Failed saves are retried, also after a reload; saves of other tabs and members are merged.
 */
export const useFormEditor = (loaded: LoadedForm) => {
	const cache = useQueryClient()
	const [restored, saveDraft] = useSavedDraft(
		`plaudit-form-draft-${loaded.id}`,
		(stored: Partial<StoredDraft> | null) => restoreDraft(stored, loaded.draft),
	)
	const [draft, setDraft] = useState(restored ?? loaded.draft)
	const [collisions, setCollisions] = useState<MergeConflict<FormField>[]>([])
	/** The `updated_at` of the form whose conflicts with the draft were decided. */
	const [settled, settle] = useState<string | null>(null)
	const [save, setSave] = useState<SaveState>(() => (restored ? { is: 'waiting' } : { is: 'saved', at: Date.now() }))
	/** Counts saves, so the preview knows when to reload. */
	const [generation, setGeneration] = useState(0)

	const serverVersion = useRef(loaded)
	/** The last saved state: when the server returns it, nobody else has changed the form. */
	const sent = useRef(restored)
	/** Whether another version arrived while a save was in flight. */
	const hasRemoteChange = useRef(false)
	const latest = useRef(draft)
	latest.current = draft
	const busy = useRef(false)
	const retryCount = useRef(0)
	const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

	/** Adopts a newer version from the server and keeps local changes. */
	const mergeRemote = useCallback((theirs: LoadedForm) => {
		if (revisionOf(theirs) === revisionOf(serverVersion.current)) return
		const merged = mergeDrafts(serverVersion.current.draft, latest.current, theirs.draft)
		serverVersion.current = theirs
		latest.current = merged.draft
		setDraft(merged.draft)
		const others = merged.collisions.filter(({ field, theirs }) => !isEqual(sent.current?.[field], theirs))
		setCollisions((before) => [...before, ...others])
		setGeneration((count) => count + 1)
	}, [])

	const send = useCallback(async (): Promise<void> => {
		clearTimeout(timer.current)
		if (busy.current) return
		const now = latest.current
		const problems = validateDraft(now)
		const changes = changesBetween(serverVersion.current.draft, now, problems)
		if (isEmptyChange(changes)) {
			if (problems.count === 0) saveDraft(null)
			setSave({ is: 'saved', at: Date.now() })
			return
		}
		busy.current = true
		sent.current = now
		setSave({ is: 'saving' })
		const client = await supabase
		let again = true
		try {
			const base = serverVersion.current
			serverVersion.current = await saveChanges(client, base, changes)
			replaceQueryData<LoadedForm | null>(cache, queryKeys.form(base.space_id, base.id), (form) => ({
				...serverVersion.current,
				slug: form?.slug ?? base.slug,
			}))
			// A screen with the list may be open already; the editor has the saved values.
			void refetchQueries(cache, queryKeys.formList(base.space_id))
			cache.invalidateQueries({
				queryKey: queryKeys.forms(base.space_id),
				refetchType: hasRemoteChange.current ? 'active' : 'none',
			})
			hasRemoteChange.current = false
			retryCount.current = 0
			setGeneration((count) => count + 1)
		} catch (error) {
			if (error instanceof StaleError) {
				const { space_id, id } = serverVersion.current
				const theirs = await loadForm(client, space_id, id).catch(() => null)
				if (theirs) mergeRemote(theirs)
				else setSave({ is: 'failed', why: 'This form is gone, or you may not change it.' })
				again = theirs !== null
			} else {
				again = false
				setSave({ is: 'failed', why: errorMessage(error) })
				if (isTransient(error)) {
					retryCount.current += 1
					timer.current = setTimeout(send, Math.min(2000 * 2 ** retryCount.current, 30_000))
				}
			}
		} finally {
			busy.current = false
		}
		if (again) await send()
	}, [cache, mergeRemote, saveDraft])

	const change = useCallback(
		(action: DraftAction) => {
			latest.current = draftReducer(latest.current, action)
			setDraft(latest.current)
			saveDraft({ base: serverVersion.current.draft, draft: latest.current })
			setSave({ is: 'waiting' })
			clearTimeout(timer.current)
			timer.current = setTimeout(send, saveDelayMs)
		},
		[send, saveDraft],
	)

	// A draft left by a closed page is sent now. When this page closes, unsent changes are sent at once and stored in
	// any case.
	useEffect(() => {
		if (restored) send()
		return () => {
			clearTimeout(timer.current)
			send()
		}
	}, [restored, send])

	useEffect(() => {
		const online = () => {
			retryCount.current = 0
			send()
		}
		window.addEventListener('online', online)
		return () => window.removeEventListener('online', online)
	}, [send])

	useEffect(() => {
		if (revisionOf(loaded) === revisionOf(serverVersion.current)) return
		// A version adopted during a save would look like another person's; a save detects conflicts itself.
		if (busy.current) hasRemoteChange.current = true
		else mergeRemote(loaded)
	}, [loaded, mergeRemote])

	const unsaved = save.is !== 'saved'
	useEffect(() => {
		if (!unsaved) return
		const guard = (event: BeforeUnloadEvent) => event.preventDefault()
		window.addEventListener('beforeunload', guard)
		return () => window.removeEventListener('beforeunload', guard)
	}, [unsaved])

	const overtaken = settled === loaded.updated_at ? [] : loaded.overtaken
	const conflicts = [...overtaken, ...collisions.filter(({ field }) => !overtaken.some((one) => one.field === field))]
	const keepLocal = () => {
		setCollisions([])
		settle(loaded.updated_at)
	}

	return {
		draft,
		change,
		/** What the draft changes, one line for each change. */
		changes: useMemo(() => describeChanges(loaded.published, draft), [loaded.published, draft]),
		save,
		retry: send,
		generation,
		collisions: conflicts,
		acceptRemote: () => {
			for (const { field, theirs } of conflicts) change({ type: 'set', part: { [field]: theirs } })
			keepLocal()
		},
		keepLocal,
	}
}
