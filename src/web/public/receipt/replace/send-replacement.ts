import type { RecordingKind } from '#shared/form/public-form.ts'
import type { SendableRecording } from '#web/public/collect/recording/recording-session.ts'
import { type UploadRefusal, uploadRefusal } from '#web/public/collect/recording/upload-refusal.ts'

/** An object says that the server does not take the upload, and why; the rest name their words. */
export type SendOutcome = 'sent' | UploadRefusal | 'closed' | 'tooOften' | 'notSent'

/** Puts an upload in place of the recording of a private link. */
export async function sendReplacement(
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
