import { AppError } from '#platform/http/response/app-error.ts'
import { formNotFound } from '#product/forms/errors.ts'
import { rateLimited } from '#product/http/errors.ts'
import { uploadRefused } from '#product/recordings/errors.ts'
import type { SubmitOutcome } from './queries.ts'

/** The error for an outcome of `submit_testimonial` that stored nothing. */
export function errorOfOutcome(outcome: SubmitOutcome['outcome']): AppError {
	if (outcome === 'other_body') return idempotencyConflict()
	if (outcome === 'rate_limited') return rateLimited()
	if (outcome === 'form_not_found') return formNotFound()
	if (outcome === 'upload_missing') return uploadRefused('upload_missing')
	const message = 'This form is being changed right now. Please send again.'
	return new AppError(503, 'unavailable', message, { headers: { 'retry-after': '1' } })
}

export function idempotencyConflict(): AppError {
	return new AppError(422, 'idempotency_conflict', 'This idempotency key was already used with another body.')
}
