import type { AppError } from '#platform/http/response/app-error.ts'
import { invalid } from '#product/http/errors.ts'

/** The upload of a recording is not complete, has expired, or was sent before. */
export function uploadMissing(): AppError {
	return invalid({ media: 'The recording is not uploaded, or its upload has expired. Please upload it again.' })
}
