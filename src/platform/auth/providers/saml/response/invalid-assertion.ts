import { AuthError } from '#platform/auth/errors.ts'

/** The refusal of a response, with its reason. */
export function invalidAssertion(reason: string, cause?: unknown): AuthError {
	const message = `SAML Assertion is not valid: ${reason}`
	return new AuthError(400, 'validation_failed', message, { cause })
}
