import { type ClipboardEvent, type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { isRecordingKind } from '#shared/form/public-form.ts'
import { randomUuid } from '#shared/random-uuid.ts'
import { interpolate } from '#web/i18n/messages.ts'
import { isReadable } from '#web/public/collect/draft/draft-store.ts'
import { readForm } from '#web/public/collect/draft/form-values.ts'
import type { useDraft } from '#web/public/collect/draft/use-draft.ts'
import { dropPictures, pendingResizes, shrinkPictures } from '#web/public/collect/fields/resize-field-picture.ts'
import type { Island } from '#web/public/collect/island.ts'
import { loadRecording, type SendableRecording } from '#web/public/collect/recording-field/load-recording.ts'
import type { SentTestimonial } from '#web/public/collect/thank-you.tsx'
import type { Problem } from '#web/public/page-shell/field-error.tsx'
import { isLongPaste } from './paste-length.ts'
import { formatWait, type SubmitOutcome, submitForm } from './submit-form.ts'

/** Checks are loaded at the first touch, to keep the page small. */
const loadChecks = () => import('./clean-form.ts')
type Checks = Awaited<ReturnType<typeof loadChecks>>

/** The reasons why a pressed Send waits; each is the name of its words. */
export type Waiting = 'waitVideo' | 'waitAudio' | 'waitOnline'

/** Names the sentence above the problems of a step, which no one wanted to send yet. */
export type HeldTitle = 'pleaseChoose' | 'pleaseFill'

/** A form in steps. `hold` takes out the problems of later steps, and answers their title where it goes on instead of sending. */
export type SteppedForm = HTMLFormElement & { hold?: (problems: Problem[]) => HeldTitle | undefined }

/** Validates and sends the form, and turns the outcome into messages. Input is never lost. */
export function useSubmission(
	island: Island,
	formRef: RefObject<HTMLFormElement | null>,
	draft: ReturnType<typeof useDraft>,
) {
	const { words } = island
	const [problems, setProblems] = useState<readonly Problem[]>(island.problems)
	/** True when Continue of a form in steps found the problems, and not Send. */
	const [heldTitle, setHeldTitle] = useState<HeldTitle>()
	const [message, setMessage] = useState<string | null>(null)
	const [sending, setSending] = useState(false)
	const [waiting, setWaiting] = useState<Waiting | null>(null)
	const takenBack = useRef<AbortController>(null)
	const isBusy = useRef(false)
	const [sent, setSent] = useState<SentTestimonial | null>(null)

	/** @returns true to try again, with what the form says by then */
	const attempt = useCallback(async (): Promise<unknown> => {
		const form = formRef.current
		if (!form) return
		const busyUntil = async (work: Promise<unknown> | undefined) => {
			if (!work) return
			setSending(true)
			await work
			setSending(false)
		}
		await busyUntil(pendingResizes())
		// Where a deploy removed the script, the server cleans and checks alone.
		const checks = await loadChecks().catch(() => null)
		checks?.cleanForm(form)
		const { values, files } = readForm(form)
		const found = checks?.validateForm(island, values, files) ?? []
		// A file that was removed or changed since it was chosen would end each attempt like a broken connection.
		if (found.length === 0)
			for (const field in files)
				if (!(await isReadable(files[field] as File))) found.push({ field, target: field, text: words.photoLost })
		// A form in steps goes on to its next one, and leaves out what comes later.
		const held = (form as SteppedForm).hold?.(found)
		setHeldTitle(held)
		setProblems(found)
		setMessage(null)
		if (found.length > 0 || held) return
		const { kind } = values
		const recording = isRecordingKind(kind) ? await loadRecording(island, kind).catch(() => null) : undefined
		if (recording === null) return setMessage(words.notLoaded)
		await busyUntil(recording?.pendingCheck())
		if (recording && !recording.sendable()) {
			const problem = recording.problem()
			if (problem) return setProblems([problem])
			const patience = new AbortController()
			takenBack.current = patience
			setWaiting(kind === 'video' ? 'waitVideo' : 'waitAudio')
			await draft.keep(true)
			const isThere = await recording.whenUploaded(patience.signal)
			takenBack.current = null
			setWaiting(null)
			if (isThere) return true
			return draft.keep()
		}
		setSending(true)
		const { outcome, body } = await deliver(buildBody(form, draft.state.key, recording?.sendable()), draft)
		setSending(false)
		if (outcome.kind === 'sent') {
			const card = await recording?.sentCard(outcome.receiptUrl)
			await Promise.all([draft.forget(), recording?.forget()])
			return setSent({ ...toSentTestimonial(body, outcome.receiptUrl), card })
		}
		if (recording && outcome.kind === 'invalid' && outcome.fields.media) {
			const problem = recording.uploadRefused(outcome.code)
			if (problem) setProblems([problem])
			return problem ? draft.keep() : true
		}
		if (outcome.kind === 'siteLimit' && (await shrinkPictures(form, words.smallerSent))) return true
		const offline = outcome.kind === 'unknown' && !navigator.onLine
		await draft.keep(offline)
		if (outcome.kind === 'invalid') setProblems(toProblems(outcome.fields, island, checks?.serverProblems))
		if (!offline) setMessage(outcomeMessage(outcome, island))
		// Last, because a connection that returns begins the next attempt only after this one.
		setWaiting(offline ? 'waitOnline' : null)
	}, [island, words, formRef, draft])

	const submit = useCallback(async () => {
		if (isBusy.current) return
		isBusy.current = true
		try {
			while ((await attempt()) === true);
		} finally {
			isBusy.current = false
		}
	}, [attempt])

	const latest = useRef(submit)
	latest.current = submit
	useEffect(() => {
		if (draft.waiting && navigator.onLine) latest.current()
		else if (draft.waiting) setWaiting('waitOnline')
	}, [draft.waiting])
	useLayoutEffect(() => {
		if (waiting !== 'waitOnline') return
		const again = () => latest.current()
		// The connection may have returned while this rendered: no further event would come.
		if (navigator.onLine) again()
		addEventListener('online', again)
		return () => removeEventListener('online', again)
	}, [waiting])
	useEffect(() => {
		// A form in steps shows the step of a problem once the problem is in the document.
		if (problems.length > 0) queueMicrotask(() => focusProblems(problems))
	}, [problems])

	// A paste needs a field with the focus, so the code that cleans it is loaded then.
	const checks = useRef<Checks>(null)
	useEffect(() => {
		const load = async () => {
			checks.current = await loadChecks().catch(() => null)
		}
		const form = formRef.current
		if (form?.contains(document.activeElement)) load()
		form?.addEventListener('focusin', load, { once: true })
	}, [formRef])
	const onPaste = (event: ClipboardEvent<HTMLFormElement>) => {
		const show = (problem: Problem | null) => {
			if (!problem) return
			setHeldTitle(undefined)
			setProblems([problem])
		}
		if (checks.current) return show(checks.current.cleanPaste(event, island))
		const { target, clipboardData } = event
		const text = clipboardData.getData('text/plain')
		if (isLongPaste(text)) event.preventDefault()
		// The browser inserts a short text after this event.
		setTimeout(async () => show((await loadChecks().catch(() => null))?.finishPaste(target, text, island) ?? null))
	}

	const takeBack = () => {
		takenBack.current?.abort()
		setWaiting(null)
		draft.keep()
		// The pressed button goes with its notice.
		formRef.current?.querySelector<HTMLButtonElement>('[type=submit]')?.focus()
	}

	/** Sends the words alone, where the site stops every picture. */
	const sendWithoutPhotos = () => dropPictures(formRef.current as HTMLFormElement).then(submit)

	return { problems, heldTitle, message, sending, waiting, sent, submit, takeBack, onPaste, sendWithoutPhotos }
}

/** A single problem takes the focus to its field, several to their list. */
function focusProblems(problems: readonly Problem[]): void {
	// The place of a recording takes no focus, and leaves it on the list.
	const single = problems.length === 1 && problems[0]?.target
	for (const id of ['problems', single || '']) document.getElementById(id)?.focus()
}

function buildBody(form: HTMLFormElement, key: string, recording: SendableRecording | undefined): FormData {
	const body = new FormData(form)
	body.set('idempotency_key', key)
	for (const [name, value] of Object.entries(recording ?? {})) body.set(name, value)
	if (body.get('kind') !== 'photo') body.delete('photo')
	return body
}

/**
 * Stores the exact body before it is sent, in case the response is lost. If the server already has the key with
 * another body, an earlier attempt arrived: that one is repeated unchanged for its receipt.
 */
async function deliver(
	first: FormData,
	draft: ReturnType<typeof useDraft>,
): Promise<{ outcome: SubmitOutcome; body: FormData }> {
	const { state, keep } = draft
	state.attempts = [...state.attempts, [...first]].slice(-5)
	await keep(true)
	let body = first
	let outcome = await submitForm(body, state.key)
	for (const entries of state.attempts.slice(0, -1).reverse()) {
		if (outcome.kind !== 'conflict') break
		body = entriesToForm(entries)
		outcome = await submitForm(body, state.key)
	}
	if (outcome.kind === 'conflict') {
		// No match: another tab sent its own text under the key that both had restored.
		state.key = randomUuid()
		state.attempts = []
		first.set('idempotency_key', state.key)
		return deliver(first, draft)
	}
	if (outcome.kind !== 'unknown') state.attempts = []
	return { outcome, body }
}

function entriesToForm(entries: [string, string | File][]): FormData {
	const form = new FormData()
	for (const [name, value] of entries) form.append(name, value)
	return form
}

function toSentTestimonial(body: FormData, receiptUrl: string): SentTestimonial {
	const text = (name: string) => String(body.get(name) ?? '')
	return { kind: text('kind'), name: text('name'), body: text('body'), email: text('email'), receiptUrl }
}

/** An error about a field that is not on the page means the form has changed; a reload shows all fields. */
function toProblems(
	fields: Readonly<Record<string, string>>,
	island: Island,
	serverProblems: Checks['serverProblems'] | undefined,
): Problem[] {
	const found = serverProblems?.(fields, island)
	if (found?.every(({ target }) => document.getElementById(target))) return found
	return [{ field: 'form', target: '', text: island.words.changed }]
}

function outcomeMessage(outcome: SubmitOutcome, { words, lang }: Island): string | null {
	switch (outcome.kind) {
		case 'throttled':
			return interpolate(words.throttled, { when: formatWait(outcome.seconds, lang) })
		case 'closed':
			return words.closedNow
		case 'full':
			return words.full
		case 'unknown':
			return words.failed
		case 'siteLimit':
			return words.siteLimit
		case 'invalid':
			return Object.keys(outcome.fields).length > 0 ? null : words.refused
		default:
			return words.refused
	}
}
