import { codeSentences } from './auth-error-sentences.ts'

/** The field of a sign-in form that an error belongs to. */
export type AuthField = 'email' | 'password' | 'present' | 'username' | 'phone' | 'code' | 'name'

const fields: Record<string, AuthField> = {
	email_exists: 'email',
	user_already_exists: 'email',
	email_address_invalid: 'email',
	email_address_not_authorized: 'email',
	email_not_confirmed: 'email',
	username_taken: 'username',
	weak_password: 'password',
	same_password: 'password',
	invalid_credentials: 'password',
	otp_expired: 'code',
	mfa_verification_failed: 'code',
	mfa_factor_name_conflict: 'name',
	reauthentication_not_valid: 'code',
	current_password_invalid: 'present',
	current_password_required: 'present',
	phone_exists: 'phone',
	sso_provider_not_found: 'email',
}

const reasons: Record<string, string> = {
	length: 'it is too short',
	characters: 'it needs more kinds of characters',
	pwned: 'it is on a list of common passwords',
}

const keyRefused = 'This key cannot be used here. Try another one, or another way.'
// By the name of the browser's error, and the official client's code for it.
const keySentences: [RegExp, string][] = [
	[
		/NotAllowedError|AbortError|CEREMONY_ABORTED/,
		'Nothing was confirmed. Try again when you are ready, or use another way.',
	],
	[/PREVIOUSLY_REGISTERED/, 'This key is already added.'],
	[
		/SecurityError|INVALID_DOMAIN|INVALID_RP_ID/,
		'Keys do not work at this address. Ask whoever runs this Plaudit.',
	],
]

/**
 * One sentence a person understands: what happened and what to do next.
 * @param provider who was waited for, where somebody else signs the person in
 */
export function sayAuthError(error: unknown, provider = 'Google'): string {
	const { code, name, status, message, reasons: why } = asAuthError(error)
	if (name === 'AuthTimeoutError')
		return `${provider} has not answered yet. Try again, or use your e-mail.`
	if (name === 'AuthRetryableFetchError' || error instanceof TypeError)
		return 'The server cannot be reached. Check your connection and try again.'
	if (code === 'weak_password' && why?.length)
		return `Choose a stronger password: ${why.map((reason) => reasons[reason] ?? reason).join(', and ')}.`
	// One offers a name that is free, the other are words of whoever runs this.
	if ((code === 'username_taken' || code === 'unknown') && message) return message
	const known = code ? codeSentences[code] : undefined
	if (known) return known
	const key = typeof error === 'object' && error && '__isWebAuthnError' in error
	if (key) return keySentences.find(([sign]) => sign.test(`${name} ${code}`))?.[1] ?? keyRefused
	if (status === 429) return 'Too many tries. Wait a minute, then try again.'
	if (name === 'AuthSessionMissingError') return 'You are not signed in any more. Sign in again.'
	return message ? message : 'That did not work. Try again, or reload the page.'
}

/** The field to mark and focus, where the error is about one. */
export function authErrorField(error: unknown): AuthField | undefined {
	const { code } = asAuthError(error)
	return code ? fields[code] : undefined
}

/** Whether the error carries this code of the auth service. */
export function isAuthError(error: unknown, code: string): boolean {
	return asAuthError(error).code === code
}

type Known = {
	code?: string
	name?: string
	status?: number
	message?: string
	reasons?: string[]
}

function asAuthError(error: unknown): Known {
	const given = typeof error === 'object' && error !== null ? (error as Known) : {}
	const details = (error as { details?: { code?: string } | null } | null)?.details
	return { ...pick(given), code: given.code ?? details?.code }
}

// Own getters of Error objects do not survive a spread.
function pick({ name, status, message, reasons: why }: Known): Known {
	return { name, status, message, reasons: why }
}
