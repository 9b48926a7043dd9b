import { AuthError } from '#server/auth/errors.ts'

/** Tells people from programs, or makes programs pay (auth.md §6.2). */
export type Captcha = {
	/**
	 * Checks what the caller's browser brought, and uses it up.
	 * @returns why it is refused, in codes of Turnstile's; nothing when it is good
	 * @throws AuthError 500 when whoever judges it does not answer
	 */
	refuse(token: string, ip: string): Promise<string[] | undefined>
	/** A puzzle for the browser, where we make it ourselves. */
	challenge?: () => Promise<unknown>
}

/** @param reasons what is wrong with the token, or that there is none */
export function captchaFailed(reasons: readonly string[]): AuthError {
	const why = reasons.join(', ')
	return new AuthError(400, 'captcha_failed', `captcha protection: request disallowed (${why})`)
}
