import { AppError } from '#platform/http/response/app-error.ts'

const refusals = {
	upload_missing: 'This upload has expired, or was made for something else. Upload the recording again.',
	upload_incomplete: 'The recording has not arrived in full. Upload the rest of it.',
	upload_used: 'This recording was sent already. Upload another one.',
	wrong_recording: 'This file is not a recording of this kind. Choose another one.',
} as const

/** Why an upload cannot be sent: 422 about the field `media`. */
export function uploadRefused(code: keyof typeof refusals): AppError {
	return new AppError(422, code, refusals[code], { fields: { media: refusals[code] } })
}
