import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { type Draft, noteLast, readDraft, removeDraft, writeDraft } from './draft-store.ts'
import { fillForm, isWorthKeeping, readForm } from './form-values.ts'
import type { Island } from './island.ts'

const pause = 250

/**
 * Keeps what is written on this device, 250 ms after each pause and when the page is left, and brings it back.
 * The page's `sendKey` is the key of a new draft; a draft that came back has its own, so that a retry stays the same
 * sending. A tick does not come back when the form asks for consent in other words by now.
 */
export function useDraft(
	{ form: { id: formId, consent_text: wording }, sendKey }: Island,
	formRef: RefObject<HTMLFormElement | null>,
) {
	const [kept, setKept] = useState(false)
	const [restored, setRestored] = useState<Date | null>(null)
	const [waiting, setWaiting] = useState(false)
	const state = useRef({
		key: sendKey,
		attempts: [] as Draft['attempts'],
		sent: false,
		/** What was kept before has come back, and something was written since: only then is it this page's to replace. */
		isRead: false,
		isTouched: false,
		timer: 0,
	})

	const keep = useCallback(
		async (wait = false) => {
			const form = formRef.current
			const { key, attempts, sent } = state.current
			if (!form || sent) return
			const { values, files } = readForm(form)
			if (!isWorthKeeping(values, files)) {
				setKept(false)
				return state.current.isTouched ? removeDraft(formId) : undefined
			}
			const draft = { values, files, wording, key, attempts, savedAt: Date.now(), waiting: wait }
			setKept(await writeDraft(formId, draft))
		},
		[formId, formRef, wording],
	)

	useEffect(() => {
		readDraft(formId).then((draft) => {
			const form = formRef.current
			const now = state.current
			now.isRead = true
			now.isTouched ||= isWritten(form)
			// What was typed before this script ran has raised no event that it heard.
			if (!draft || !isWorthKeeping(draft.values, draft.files)) return void keep()
			if (!form) return
			now.key = draft.key
			now.attempts = draft.attempts
			const { isTouched } = now
			const isAsked = draft.wording === wording
			const { consent, ...others } = draft.values
			fillForm(form, isAsked ? draft.values : others, draft.files)
			// Filling raises events as a person does.
			clearTimeout(now.timer)
			now.isTouched = isTouched
			if (isTouched) keep()
			setRestored(new Date(draft.savedAt))
			setKept(true)
			setWaiting(draft.waiting && (isAsked || !consent))
		})
		const leave = () => {
			const form = formRef.current
			const { key, sent, isRead, isTouched } = state.current
			if (document.visibilityState !== 'hidden' || !form || sent || !isRead || !isTouched) return
			noteLast(formId, { values: readForm(form).values, wording, key, savedAt: Date.now() })
			keep()
		}
		document.addEventListener('visibilitychange', leave)
		return () => document.removeEventListener('visibilitychange', leave)
	}, [formId, formRef, keep, wording])

	return {
		kept,
		restored,
		/** A sending was left waiting for a connection before the page was reloaded. */
		waiting,
		state: state.current,
		keep,
		onInput: () => {
			state.current.isTouched = true
			clearTimeout(state.current.timer)
			state.current.timer = window.setTimeout(keep, pause)
		},
		/** Nothing is kept from here on: it was sent, or thrown away on purpose. */
		forget: async () => {
			clearTimeout(state.current.timer)
			state.current.sent = true
			noteLast(formId, { values: {}, wording, key: state.current.key, savedAt: Date.now() })
			await removeDraft(formId)
		},
	}
}

function isWritten(form: HTMLFormElement | null): boolean {
	if (!form) return false
	const { values, files } = readForm(form)
	return isWorthKeeping(values, files)
}
