import { useRef, useState } from 'react'
import type { RecordingKind } from '#shared/form/public-form.ts'
import type { RecordingSession } from '#web/public/collect/recording/recording-session.ts'
import { type SendOutcome, sendReplacement } from './send-replacement.ts'

export type Sending = {
	state: 'idle' | 'waiting' | 'sending'
	/** Why the last try did not succeed. */
	problem: Exclude<SendOutcome, 'sent'> | null
	send: () => Promise<void>
	takeBack: () => void
}

/** Sends the take of a session once it is uploaded, and opens the page again. Until then it can be taken back. */
export function useSending(session: RecordingSession, token: string, kind: RecordingKind): Sending {
	const [state, setState] = useState<Sending['state']>('idle')
	const [problem, setProblem] = useState<Sending['problem']>(null)
	const waiting = useRef<AbortController>(null)

	async function whenSendable() {
		const found = session.sendable()
		if (found) return found
		const patience = new AbortController()
		waiting.current = patience
		setState('waiting')
		const isThere = await session.whenUploaded(patience.signal)
		return isThere ? session.sendable() : undefined
	}

	async function send(): Promise<void> {
		if (state !== 'idle') return
		setProblem(null)
		const recording = await whenSendable()
		if (!recording) return setState('idle')
		setState('sending')
		const outcome = await sendReplacement(token, kind, recording)
		if (outcome === 'sent') {
			await session.forget()
			return location.assign(`${location.pathname}?replaced`)
		}
		setState('idle')
		if (typeof outcome === 'object' && !outcome.isFinal) session.uploadAgain()
		setProblem(outcome)
	}

	return { state, problem, send, takeBack: () => waiting.current?.abort() }
}
