import type { RecordingKind } from '#shared/form/public-form.ts'
import type { UploadAnswer } from '#shared/form/submission-api.ts'
import { UploadError } from './upload-status.ts'

/** The purpose of an upload: an open form, by its slug, or the testimonial of a private link, by its token. */
export type UploadPurpose = { form: string; proof: string } | { receiptToken: string }

/** The question to the server before an upload. `bytes` is the exact size. */
export type UploadQuestion = { kind: RecordingKind; bytes: number; type: string }

/**
 * Asks the server for an upload.
 * @throws UploadError when it refuses or does not answer
 */
export async function openUpload(
	purpose: UploadPurpose,
	question: UploadQuestion,
	signal: AbortSignal,
): Promise<UploadAnswer> {
	const isForm = 'form' in purpose
	const response = await fetch('/functions/v1/upload', {
		method: 'POST',
		headers: {
			'content-type': 'application/json',
			accept: 'application/json',
			...(isForm ? {} : { 'receipt-token': purpose.receiptToken }),
		},
		body: JSON.stringify({ ...question, ...(isForm ? purpose : {}) }),
		credentials: 'omit',
		signal,
	}).catch(() => {
		throw new UploadError(null)
	})
	if (!response.ok) throw new UploadError(response.status, Number(response.headers.get('retry-after')) || null)
	return response.json().catch(() => {
		throw new UploadError(null)
	})
}
