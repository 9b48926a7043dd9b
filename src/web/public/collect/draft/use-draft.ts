import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import type { RecordingKind } from '#shared/form/public-form.ts'
import { markedRecording } from '#web/public/collect/draft/recording-mark.ts'
import type { Island } from '#web/public/collect/island.ts'
import { type Draft, readDraft, removeDraft, saveLastValues, writeDraft } from './draft-store.ts'
import { fillForm, hasContent, readForm } from './form-values.ts'

const saveDelayMs = 250

/**
 * Stores the draft on this device, 250 ms after each pause and when the page is hidden, and restores it. `sendKey`
 * becomes a new draft's idempotency key; a restored draft keeps its own, so a retry is recognised. Consent is not
 * restored when its text has changed.
 */
export function useDraft(
	{ form: { id: formId, consent_text: wording }, sendKey, prefilled }: Island,
	formRef: RefObject<HTMLFormElement | null>,
) {
	const [kept, setKept] = useState(false)
	const [restored, setRestored] = useState<Date | null>(null)
	const [waiting, setWaiting] = useState(false)
	const [isFileLost, setFileLost] = useState(false)
	const [recording, setRecording] = useState<RecordingKind>()
	const state = useRef({
		key: sendKey,
		attempts: [] as Draft['attempts'],
		sent: false,
		/** The old draft was restored and the form edited since: only then may this page overwrite it. */
		isRead: false,
		isTouched: false,
		timer: 0,
	})

	const keep = useCallback(
		async (wait = false) => {
			const form = formRef.current
			const { key, attempts, sent } = state.current
			if (!form || sent) return
			const { values, files } = readForm(form, prefilled)
			if (!hasContent(values, files)) {
				setKept(false)
				return state.current.isTouched ? removeDraft(formId) : undefined
			}
			const draft = { values, files, wording, key, attempts, savedAt: Date.now(), waiting: wait }
			setKept(await writeDraft(formId, draft))
		},
		[formId, formRef, wording, prefilled],
	)

	useEffect(() => {
		readDraft(formId).then((draft) => {
			const form = formRef.current
			const now = state.current
			now.isRead = true
			now.isTouched ||= hasWrittenContent(form, prefilled)
			const marked = markedRecording(formId)
			setRecording(marked)
			// Input from before the script ran fired events that nothing heard.
			if (!form) return
			if (!draft || !hasContent(draft.values, draft.files)) {
				if (marked) fillForm(form, { kind: marked })
				return void keep()
			}
			now.key = draft.key
			now.attempts = draft.attempts
			const { isTouched } = now
			const isAsked = draft.wording === wording
			const { consent, ...others } = draft.values
			fillForm(form, isAsked ? draft.values : others, draft.files, prefilled)
			// Restoring dispatches events like typing.
			clearTimeout(now.timer)
			now.isTouched = isTouched
			if (isTouched) keep()
			setRestored(new Date(draft.savedAt))
			setKept(true)
			setFileLost(draft.isFileLost)
			setWaiting(draft.waiting && !draft.isFileLost && (isAsked || !consent))
		})
		const leave = () => {
			const form = formRef.current
			const { key, sent, isRead, isTouched } = state.current
			if (document.visibilityState !== 'hidden' || !form || sent || !isRead || !isTouched) return
			saveLastValues(formId, { ...readForm(form, prefilled), wording, key, savedAt: Date.now() })
			keep()
		}
		document.addEventListener('visibilitychange', leave)
		return () => document.removeEventListener('visibilitychange', leave)
	}, [formId, formRef, keep, wording, prefilled])

	return {
		kept,
		restored,
		/** The browser has lost a file of the restored draft. */
		isFileLost,
		/** Kind of the recording that this device keeps for the form. */
		recording,
		/** A submission was waiting for a connection before the page was reloaded. */
		waiting,
		state: state.current,
		keep,
		onInput: () => {
			state.current.isTouched = true
			clearTimeout(state.current.timer)
			state.current.timer = window.setTimeout(keep, saveDelayMs)
		},
		/** Stops storing: the form was sent or discarded. */
		forget: async () => {
			clearTimeout(state.current.timer)
			state.current.sent = true
			saveLastValues(formId, { values: {}, files: {}, wording, key: state.current.key, savedAt: Date.now() })
			await removeDraft(formId)
		},
	}
}

function hasWrittenContent(form: HTMLFormElement | null, prefilled: Island['prefilled']): boolean {
	if (!form) return false
	const { values, files } = readForm(form, prefilled)
	return hasContent(values, files)
}
