import { AuthError } from '#server/auth/errors.ts'

/** The refusal of an answer, in the words of the contract (auth.md 6.7), with our reason. */
export function notValid(reason: string, cause?: unknown): AuthError {
	const message = `SAML Assertion is not valid: ${reason}`
	return new AuthError(400, 'validation_failed', message, { cause })
}
