import type { RecordingKind } from '#shared/form/public-form.ts'
import type { RecordingMessages } from '#web/i18n/en/recording.ts'

/** Why the server does not take an upload, as its words, and whether a new upload of the same file helps. */
export type UploadRefusal = { text: keyof RecordingMessages; isFinal: boolean }

/** @param code of the error: docs/errors.md */
export function uploadRefusal(code: string, kind: RecordingKind): UploadRefusal {
	switch (code) {
		case 'upload_used':
			return { text: 'sentBefore', isFinal: true }
		case 'wrong_recording':
			return { text: kind === 'video' ? 'wrongVideo' : 'wrongAudio', isFinal: true }
		case 'upload_missing':
			return { text: 'expired', isFinal: false }
		default:
			return { text: 'notArrived', isFinal: false }
	}
}
