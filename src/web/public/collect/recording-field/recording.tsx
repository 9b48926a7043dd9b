import type { ReactNode } from 'react'
import type { RecordingKind } from '#shared/form/public-form.ts'
import type { RecordingMessages } from '#web/i18n/en/recording.ts'
import { markRecording } from '#web/public/collect/draft/recording-mark.ts'
import type { Island } from '#web/public/collect/island.ts'
import type { Problem } from '#web/public/page-shell/field-error.tsx'
import { isOverLimit } from '#web/public/recorder/recording-limits.ts'
import { listTakes } from '#web/public/recorder/takes/take-store.ts'
import { fetchRecordingWords } from './fetch-words.ts'
import { dropHeldTake, readHeldTake } from './held-take.ts'
import { RecordingField } from './recording-field.tsx'
import { recordingLimitsOf } from './recording-limits-of.ts'
import { createRecordingSession, type SendableRecording } from './recording-session.ts'
import { SentCard } from './sent-card.tsx'
import { sendTooLongText } from './too-long-text.ts'
import { uploadRefusal } from './upload-refusal.ts'
import './recording.css'

export type { SendableRecording }

/** The form's view of a recording: its field, and the values that Send needs. */
export type Recording = {
	field: ReactNode
	/** Undefined until the upload is done. */
	sendable: () => SendableRecording | undefined
	/** Why Send cannot even wait for an upload. */
	problem: () => Problem | undefined
	whenUploaded: (signal: AbortSignal) => Promise<boolean>
	/** Resolves when a chosen file has been checked; undefined where there is none. */
	pendingCheck: () => Promise<void> | undefined
	/** Uploads it once more where that helps; a problem where it does not, or was tried before. */
	uploadRefused: (code: string) => Problem | null
	/** The card that the thank-you shows of it. Made before `forget`. */
	sentCard: (receiptUrl: string) => Promise<ReactNode>
	/** Deletes it on this device. */
	forget: () => Promise<void>
	/** Deletes every recording of the form on this device. */
	forgetAll: () => Promise<void>
}

let words: Promise<RecordingMessages> | undefined
const recordings = new Map<RecordingKind, Promise<Recording>>()

/** The recording of a kind, the same for every caller. Rejects when its texts cannot be loaded. */
export function openRecording(island: Island, kind: RecordingKind): Promise<Recording> {
	const opened =
		recordings.get(kind) ??
		open(island, kind).catch((error) => {
			recordings.delete(kind)
			throw error
		})
	recordings.set(kind, opened)
	return opened
}

async function open(island: Island, kind: RecordingKind): Promise<Recording> {
	words ??= fetchRecordingWords().catch((error) => {
		words = undefined
		throw error
	})
	const texts = await words
	const { form, proof } = island
	const session = createRecordingSession(form.id, { form: form.slug, proof }, kind)
	await session.restore()
	const problemOf = (text: string): Problem => ({
		field: 'recording',
		target: 'recording',
		text: text.replace(/[.。]$/, ''),
	})
	return {
		field: <RecordingField island={island} kind={kind} words={texts} session={session} />,
		sendable: session.sendable,
		problem() {
			const { take, kept, upload } = session.getState()
			const limits = recordingLimitsOf(island, kind)
			if (!take && kept && isOverLimit(kept, limits)) return problemOf(sendTooLongText(kept, limits, texts))
			if (!take) return problemOf(island.words[kind === 'video' ? 'needVideo' : 'needAudio'])
			const isFinal =
				upload.phase === 'failed' && ['closed', 'tooLarge', 'siteLimit', 'unreadable'].includes(upload.problem)
			return isFinal ? problemOf(texts[upload.problem]) : undefined
		},
		whenUploaded: session.whenUploaded,
		pendingCheck: session.pendingCheck,
		uploadRefused(code) {
			const { text, isFinal } = uploadRefusal(code, kind)
			return !isFinal && session.uploadAgain() ? null : problemOf(texts[text])
		},
		async sentCard(receiptUrl) {
			const { take } = session.getState()
			if (!take) return null
			return <SentCard {...{ take, receiptUrl }} file={await readHeldTake(take)} words={texts} />
		},
		forget: session.forget,
		async forgetAll() {
			await session.forget()
			for (const take of await listTakes(form.id)) await dropHeldTake(take)
			for (const other of await Promise.all(recordings.values())) await other.forget()
			markRecording(form.id, null)
		},
	}
}

// The submitter's page loads this file by its address, for its code and React. The build would drop an export.
window.loadReplacement = () => import('#web/public/receipt/replace/replacement.tsx')
