import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { checkValues } from './check-values.ts'
import { fill } from './fill.ts'
import { fitted } from './fit-field.ts'
import { readForm } from './form-values.ts'
import type { Island, Problem } from './island.ts'
import { inWords, type Outcome, send } from './send.ts'
import { serverProblems } from './server-problems.ts'
import type { Sent } from './thank-you.tsx'
import type { useDraft } from './use-draft.ts'

/** Checks, sends, and words what came of it. Nothing typed is ever lost on the way. */
export function useSending(
	island: Island,
	formRef: RefObject<HTMLFormElement | null>,
	draft: ReturnType<typeof useDraft>,
) {
	const { words, lang } = island
	const [problems, setProblems] = useState<Problem[]>(() => problemsAtStart(island))
	const [message, setMessage] = useState<string | null>(null)
	const [sending, setSending] = useState(false)
	const [queued, setQueued] = useState(false)
	const [sent, setSent] = useState<Sent | null>(null)

	const submit = useCallback(async () => {
		const form = formRef.current
		if (!form || sending) return
		const pictures = fitted()
		if (pictures) {
			setSending(true)
			await pictures
			setSending(false)
		}
		const { values, files } = readForm(form)
		const found = checkValues(island, values, files, words, lang)
		setProblems(found)
		setMessage(null)
		if (found.length > 0) return
		setSending(true)
		const { outcome, body } = await deliver(bodyOf(form, draft.state.key), draft)
		setSending(false)
		if (outcome.kind === 'sent') {
			await draft.forget()
			return setSent(sentFrom(body, outcome.receiptUrl))
		}
		const offline = outcome.kind === 'unknown' && !navigator.onLine
		setQueued(offline)
		await draft.keep(offline)
		if (outcome.kind === 'invalid') setProblems(refusals(outcome.fields, island))
		if (!offline) setMessage(wordsOf(outcome, island))
	}, [island, words, lang, formRef, draft, sending])

	const latest = useRef(submit)
	latest.current = submit
	useEffect(() => {
		if (draft.waiting && navigator.onLine) latest.current()
		else setQueued(draft.waiting)
	}, [draft.waiting])
	useLayoutEffect(() => {
		if (!queued) return
		const again = () => latest.current()
		// The connection may have come back while this was being said: nobody will say so a second time.
		if (navigator.onLine) again()
		addEventListener('online', again)
		return () => removeEventListener('online', again)
	}, [queued])
	useEffect(() => {
		if (problems.length > 0) document.getElementById('problems')?.focus()
	}, [problems])

	return { problems, message, sending, queued, sent, submit }
}

function bodyOf(form: HTMLFormElement, key: string): FormData {
	const body = new FormData(form)
	body.set('idempotency_key', key)
	if (body.get('kind') !== 'photo') body.delete('photo')
	return body
}

/**
 * Remembers the exact body before it leaves, in case nobody ever hears what became of it. Where the server has the
 * key already with another body, an earlier try did arrive: that one is sent again to the letter, for its receipt.
 */
async function deliver(
	first: FormData,
	draft: ReturnType<typeof useDraft>,
): Promise<{ outcome: Outcome; body: FormData }> {
	const { state, keep } = draft
	state.attempts = [...state.attempts, [...first]].slice(-5)
	await keep(true)
	let body = first
	let outcome = await send(body, state.key)
	for (const entries of state.attempts.slice(0, -1).reverse()) {
		if (outcome.kind !== 'conflict') break
		body = entriesToForm(entries)
		outcome = await send(body, state.key)
	}
	if (outcome.kind === 'conflict') {
		// None of these: another tab of this form has sent its own words under the key that both brought back.
		state.key = newKey()
		state.attempts = []
		first.set('idempotency_key', state.key)
		return deliver(first, draft)
	}
	if (outcome.kind !== 'unknown') state.attempts = []
	return { outcome, body }
}

/** A random uuid, also where the page came over plain HTTP. */
function newKey(): string {
	return '10000000-1000-4000-8000-100000000000'.replace(/[018]/g, (digit) => {
		const [byte = 0] = crypto.getRandomValues(new Uint8Array(1))
		return (Number(digit) ^ ((byte & 15) >> (Number(digit) / 4))).toString(16)
	})
}

function entriesToForm(entries: [string, string | File][]): FormData {
	const form = new FormData()
	for (const [name, value] of entries) form.append(name, value)
	return form
}

function sentFrom(body: FormData, receiptUrl: string): Sent {
	const text = (name: string) => String(body.get(name) ?? '')
	return { name: text('name'), body: text('body'), email: text('email'), receiptUrl }
}

/** Where a field is to blame that does not stand here, the owner has changed the form: loaded again it has all of them. */
function refusals(fields: Readonly<Record<string, string>>, island: Island): Problem[] {
	const found = serverProblems(fields, island)
	if (found.every(({ target }) => document.getElementById(target))) return found
	return [{ field: 'form', target: '', text: island.words.changed }]
}

function problemsAtStart(island: Island): Problem[] {
	return serverProblems(island.problems, island)
}

function wordsOf(outcome: Outcome, { words, lang }: Island): string | null {
	switch (outcome.kind) {
		case 'throttled':
			return fill(words.throttled, { when: inWords(outcome.seconds, lang) })
		case 'closed':
			return words.closedNow
		case 'full':
			return words.full
		case 'unknown':
			return words.failed
		case 'invalid':
			return Object.keys(outcome.fields).length > 0 ? null : words.refused
		default:
			return words.refused
	}
}
