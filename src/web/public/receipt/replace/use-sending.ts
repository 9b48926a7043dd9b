import { useRef, useState } from 'react'
import type { RecordingKind } from '#shared/form/public-form.ts'
import type { RecordingSession, SendableRecording } from '#web/public/collect/recording-field/recording-session.ts'
import { type UploadRefusal, uploadRefusal } from '#web/public/collect/recording-field/upload-refusal.ts'

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

/** An object says that the server does not take the upload, and why; the rest name their words. */
type SendOutcome = 'sent' | UploadRefusal | 'closed' | 'tooOften' | 'notSent'

/** Puts an upload in place of the recording of a private link. */
async function sendReplacement(
	token: string,
	kind: RecordingKind,
	{ media, cover }: SendableRecording,
): Promise<SendOutcome> {
	const change = { media: [media], cover: cover === '' ? null : Number(cover) }
	const response = await fetch('/functions/v1/receipt', {
		method: 'PATCH',
		headers: { 'content-type': 'application/json', 'receipt-token': token },
		body: JSON.stringify(change),
		credentials: 'omit',
	}).catch(() => null)
	switch (response?.status) {
		case 200:
			return 'sent'
		case 404:
			return 'closed'
		case 422:
			return uploadRefusal(await errorCode(response), kind)
		case 429:
			return 'tooOften'
		default:
			return 'notSent'
	}
}

async function errorCode(response: Response): Promise<string> {
	const { error } = (await response.json().catch(() => ({}))) as { error?: { code?: string } }
	return error?.code ?? ''
}
