import { AuthError, type AuthErrorCode } from '#platform/auth/errors.ts'

/** A rate limit: `burst` requests at once, then one per `period` seconds. */
export type RateLimit = { period: number; burst: number }

/** A refusal for `wait` seconds. */
export function tooManyRequests(
	wait: number,
	code: AuthErrorCode = 'over_request_rate_limit',
	message = 'Request rate limit reached',
): AuthError {
	return new AuthError(429, code, message, { headers: { 'Retry-After': String(Math.ceil(wait)) } })
}
