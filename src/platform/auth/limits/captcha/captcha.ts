import { AuthError } from '#platform/auth/errors.ts'

/** Verifies captcha tokens. */
export type Captcha = {
	/**
	 * Verifies and consumes the token of a browser.
	 * @returns Turnstile error codes when it is refused, else undefined
	 * @throws AuthError 500 when the provider does not answer
	 */
	check(token: string, ip: string): Promise<string[] | undefined>
	/** Creates a challenge, for proof of work only. */
	challenge?: () => Promise<unknown>
}

/** @param reasons error codes of the refused token */
export function captchaFailed(reasons: readonly string[]): AuthError {
	const why = reasons.join(', ')
	return new AuthError(400, 'captcha_failed', `captcha protection: request disallowed (${why})`)
}
