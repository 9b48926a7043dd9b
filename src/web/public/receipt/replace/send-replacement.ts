import type { SendableRecording } from '#web/public/collect/recording/recording-session.ts'

/** `missing`: the server does not have the upload; the rest name their words. */
export type SendOutcome = 'sent' | 'missing' | 'closed' | 'tooOften' | 'notSent'

/** Puts an upload in place of the recording of a private link. */
export async function sendReplacement(token: string, { media, cover }: SendableRecording): Promise<SendOutcome> {
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
			return 'missing'
		case 429:
			return 'tooOften'
		default:
			return 'notSent'
	}
}
