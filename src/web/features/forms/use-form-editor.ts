import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useReducer, useRef, useState } from 'react'
import { isPassing, sayError } from '#web/lib/errors.ts'
import { type Collision, StaleError, same } from '#web/lib/merge.ts'
import { newId } from '#web/lib/new-id.ts'
import { keys } from '#web/lib/query-keys.ts'
import { readAnew } from '#web/lib/read-anew.ts'
import { supabase } from '#web/lib/supabase.ts'
import {
	afterSaving,
	changesBetween,
	mergeDrafts,
	nothingIn,
	questionsIn,
} from './draft-changes.ts'
import { type DraftAction, draftReducer, type FormField, problemsOf } from './form-draft.ts'
import { type LoadedForm, loadForm } from './forms-data.ts'
import { forgetDraft, keepDraft, keptDraft } from './kept-draft.ts'
import { saveForm } from './save-form.ts'

export type SaveState =
	| { is: 'saved'; at: number }
	| { is: 'waiting' }
	| { is: 'saving' }
	| { is: 'failed'; why: string }

const pause = 600

/**
 * The editor of one form: changes show at once, are kept in this browser at once, and are sent after a
 * pause in typing. Nothing is lost when sending fails: it is tried again, also after a reload. What
 * another tab or member saves meanwhile is merged.
 */
export const useFormEditor = (loaded: LoadedForm) => {
	const cache = useQueryClient()
	const [start] = useState(() => keptDraft(loaded))
	const [draft, reduce] = useReducer(draftReducer, start?.draft ?? loaded.draft)
	const [collisions, setCollisions] = useState<Collision<FormField>[]>([])
	const [save, setSave] = useState<SaveState>(() =>
		start ? { is: 'waiting' } : { is: 'saved', at: Date.now() },
	)
	/** Counts what reached the server, so that the preview knows when to load again. */
	const [generation, setGeneration] = useState(0)

	const known = useRef(loaded)
	/** What was sent last: when it comes back from the server, nobody else has changed it. */
	const sent = useRef(start?.draft)
	/** Whether somebody else's version arrived while a save was under way. */
	const missed = useRef(false)
	const latest = useRef(draft)
	latest.current = draft
	const busy = useRef(false)
	const tries = useRef(0)
	const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

	/** Takes over a newer version from the server, keeping what was changed here. */
	const takeOver = useCallback((theirs: LoadedForm) => {
		if (theirs.updated_at === known.current.updated_at) return
		const merged = mergeDrafts(known.current.draft, latest.current, theirs.draft)
		known.current = theirs
		latest.current = merged.draft
		reduce({ type: 'replaced', draft: merged.draft })
		const others = merged.collisions.filter(
			({ field, theirs }) => !same(sent.current?.[field], theirs),
		)
		setCollisions((before) => [...before, ...others])
		setGeneration((count) => count + 1)
	}, [])

	const send = useCallback(async (): Promise<void> => {
		clearTimeout(timer.current)
		if (busy.current) return
		const now = latest.current
		const changes = changesBetween(known.current.draft, now, problemsOf(now))
		if (nothingIn(changes)) {
			const { fields, questions } = problemsOf(now)
			const open = Object.keys(fields).length + questions.size > 0
			if (!open) forgetDraft(known.current.id)
			setSave({ is: 'saved', at: Date.now() })
			return
		}
		busy.current = true
		sent.current = now
		setSave({ is: 'saving' })
		const client = await supabase
		let again = true
		try {
			const base = known.current
			const updated_at = await saveForm(client, base, changes, base.draft.name)
			known.current = { ...base, updated_at, draft: afterSaving(base.draft, changes) }
			await cache.cancelQueries({ queryKey: keys.forms(base.space_id) })
			cache.setQueryData<LoadedForm | null>(keys.form(base.space_id, base.id), (form) => ({
				...known.current,
				slug: form?.slug ?? base.slug,
			}))
			// The editor has what it sent, but for the form's date, which questions move on after it; lists are read when looked at.
			cache.invalidateQueries({
				queryKey: keys.forms(base.space_id),
				refetchType: missed.current || questionsIn(changes) ? 'active' : 'none',
			})
			missed.current = false
			tries.current = 0
			setGeneration((count) => count + 1)
			tellTabs(base.id)
		} catch (error) {
			if (error instanceof StaleError) {
				const theirs = await loadForm(client, known.current.space_id, known.current.id).catch(
					() => null,
				)
				if (theirs) takeOver(theirs)
				else again = false
				if (!theirs) setSave({ is: 'failed', why: 'This form is gone, or you may not change it.' })
			} else {
				again = false
				setSave({ is: 'failed', why: sayError(error) })
				if (isPassing(error)) {
					tries.current += 1
					timer.current = setTimeout(send, Math.min(2000 * 2 ** tries.current, 30_000))
				}
			}
		} finally {
			busy.current = false
		}
		if (again) await send()
	}, [cache, takeOver])

	const change = useCallback(
		(action: DraftAction) => {
			latest.current = draftReducer(latest.current, action)
			reduce(action)
			keepDraft(known.current, latest.current)
			setSave({ is: 'waiting' })
			clearTimeout(timer.current)
			timer.current = setTimeout(send, pause)
		},
		[send],
	)

	// What was kept from a page that closed too early is sent now; what is left unsent when this one
	// closes is sent at once, and kept in any case.
	useEffect(() => {
		if (start) send()
		return () => {
			clearTimeout(timer.current)
			send()
		}
	}, [start, send])

	useEffect(() => {
		const online = () => {
			tries.current = 0
			send()
		}
		window.addEventListener('online', online)
		return () => window.removeEventListener('online', online)
	}, [send])

	useEffect(() => {
		if (loaded.updated_at === known.current.updated_at) return
		// Taken over in the middle of a save it would be taken for somebody else's; a save says by itself when it is too late.
		if (busy.current) missed.current = true
		else takeOver(loaded)
	}, [loaded, takeOver])

	useEffect(() => {
		const tabs = openTabs(loaded.id)
		tabs.onmessage = ({ data: sender }) => {
			if (sender !== thisTab) readAnew(cache, keys.form(known.current.space_id, loaded.id))
		}
		return () => tabs.close()
	}, [loaded.id, cache])

	const unsaved = save.is !== 'saved'
	useEffect(() => {
		if (!unsaved) return
		const guard = (event: BeforeUnloadEvent) => event.preventDefault()
		window.addEventListener('beforeunload', guard)
		return () => window.removeEventListener('beforeunload', guard)
	}, [unsaved])

	return {
		draft,
		change,
		save,
		retry: send,
		generation,
		collisions,
		takeTheirs: () => {
			for (const { field, theirs } of collisions) change({ type: 'set', part: { [field]: theirs } })
			setCollisions([])
		},
		dismissCollisions: () => setCollisions([]),
	}
}

export type FormEditor = ReturnType<typeof useFormEditor>

/** A channel also tells those who listen in the very page that speaks. */
const thisTab = newId()

const openTabs = (formId: string) => new BroadcastChannel(`plaudit-form-${formId}`)

/** Tells the other tabs of this browser that a form was saved. */
const tellTabs = (formId: string): void => {
	const tabs = openTabs(formId)
	tabs.postMessage(thisTab)
	tabs.close()
}
