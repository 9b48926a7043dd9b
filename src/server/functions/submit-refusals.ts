import { AppError } from '#server/errors.ts'
import type { SubmitOutcome } from './submission-queries.ts'
import { secondsToNextHour } from './submit-budgets.ts'

/** The refusal that an outcome of the storing statement stands for. */
export function refusalOf(outcome: SubmitOutcome['outcome']): AppError {
	if (outcome === 'other_body') return otherBody()
	if (outcome === 'rate_limited') return rateLimited()
	if (outcome === 'form_not_found') return formNotFound()
	return new AppError(
		503,
		'unavailable',
		'This form is being changed right now. Please send again.',
		{
			headers: { 'retry-after': '1' },
		},
	)
}

/** Names each field that needs attention. */
export function invalid(fields: Record<string, string>): AppError {
	return new AppError(422, 'invalid', 'Some fields need your attention.', { fields })
}

export function formNotFound(): AppError {
	return new AppError(404, 'form_not_found', 'This form does not exist or is closed.')
}

export function otherBody(): AppError {
	return new AppError(
		422,
		'idempotency_conflict',
		'This idempotency key was already used with another body.',
	)
}

export function rateLimited(): AppError {
	return new AppError(429, 'rate_limited', 'Too many requests. Please wait a little.', {
		headers: { 'retry-after': String(secondsToNextHour()) },
	})
}

/** The photo has nowhere to go; the words are not taken without it, so that the sender may try again with both. */
export function filesAway(cause: unknown): AppError {
	return new AppError(
		503,
		'unavailable',
		'The photo cannot be stored right now. Please try again.',
		{
			headers: { 'retry-after': '10' },
			cause,
		},
	)
}
