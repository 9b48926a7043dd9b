import { AuthError, invalid } from '#server/auth/errors.ts'

/** What the HTML standard accepts in an e-mail field, with a dot-separated domain of letters, digits and hyphens. */
const emailPattern =
	/^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+$/

/**
 * Checks an e-mail address and returns it as it is stored: NFKC, lower case.
 * Normalised before the check: some characters turn into "@" or "." only then.
 * @throws AuthError 400 validation_failed
 */
export function parseEmail(given: string | undefined, status = 400): string {
	if (!given) throw invalid('An email address is required', status)
	const email = given.normalize('NFKC').trim().toLowerCase()
	if (email.length > 255) throw invalid('An email address is too long', status)
	if (!emailPattern.test(email) || email.includes('..') || /^\.|\.@/.test(email))
		throw invalid('Unable to validate email address: invalid format', status)
	return email
}

/**
 * Checks a phone number and returns it as it is stored: digits only.
 * @throws AuthError 400 validation_failed
 */
export function parsePhone(given: string): string {
	const digits = given.replace(/[+ ]/g, '')
	if (!/^[1-9]\d{1,14}$/.test(digits)) throw invalid('Invalid phone number format (E.164 required)')
	return digits
}

/** Nothing can be sent to a phone: no provider is configured. */
export function phoneDisabled(message: string, status = 400): AuthError {
	return new AuthError(status, 'phone_provider_disabled', message)
}

/** The operator wants nobody to sign up or in by an address (`EMAIL_SIGNIN`). */
export function emailDisabled(message = 'Email logins are disabled', status = 400): AuthError {
	return new AuthError(status, 'email_provider_disabled', message)
}
