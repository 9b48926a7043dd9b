import { messagesByCode } from './auth-error-messages.ts'

/** The field of a sign-in form that an error belongs to. */
export type AuthField = 'email' | 'password' | 'present' | 'username' | 'phone' | 'code' | 'name'

const fieldsByCode: Record<string, AuthField> = {
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

const weakPasswordReasons: Record<string, string> = {
	length: 'it is too short',
	characters: 'it needs more kinds of characters',
	pwned: 'it is on a list of common passwords',
}

const webAuthnFallback = 'This key cannot be used here. Try another one, or another way.'
// Keyed by the browser error's name and the official client's code.
const webAuthnMessages: [RegExp, string][] = [
	[
		/NotAllowedError|AbortError|CEREMONY_ABORTED/,
		'Nothing was confirmed. Try again when you are ready, or use another way.',
	],
	[/PREVIOUSLY_REGISTERED/, 'This key is already added.'],
	[
		/SecurityError|INVALID_DOMAIN|INVALID_RP_ID/,
		'Keys do not work at this address. Ask the administrator of this Plaudit.',
	],
]

/**
 * One sentence about the error: what happened and what to do next.
 * @param provider name of the provider that was used for sign-in
 */
export function authErrorMessage(error: unknown, provider = 'Google'): string {
	const { code, name, status, message, reasons: why } = toAuthErrorFields(error)
	if (name === 'AuthTimeoutError') return `${provider} has not answered yet. Try again, or use your e-mail.`
	if (name === 'AuthRetryableFetchError' || error instanceof TypeError)
		return 'The server cannot be reached. Check your connection and try again.'
	if (code === 'weak_password' && why?.length)
		return `Choose a stronger password: ${why.map((reason) => weakPasswordReasons[reason] ?? reason).join(', and ')}.`
	// One suggests a free username; the other is the operator's own text.
	if ((code === 'username_taken' || code === 'unknown') && message) return message
	const known = knownMessage(code)
	if (known) return known
	const key = typeof error === 'object' && error && '__isWebAuthnError' in error
	if (key) return webAuthnMessages.find(([sign]) => sign.test(`${name} ${code}`))?.[1] ?? webAuthnFallback
	if (status === 429) return 'Too many tries. Wait a minute, then try again.'
	if (name === 'AuthSessionMissingError') return 'You are not signed in any more. Sign in again.'
	return message ? message : 'That did not work. Try again, or reload the page.'
}

/**
 * The message of an error in the page's URL. Anybody can write such a link, so that its own words are never the message.
 * @returns `words`: those of the link, to be shown as such
 */
export function callbackErrorMessage(error: Error): { message: string; words?: string } {
	const { details } = error as { details?: { error?: unknown; code?: unknown } | null }
	// Without details the client refused the URL in words of its own, or the server answered.
	if (error.name !== 'AuthImplicitGrantRedirectError' || !details) return { message: authErrorMessage(error) }
	// An operator's own refusal has the code `unknown`: its words say more than ours.
	const known = details.code === 'unknown' ? undefined : knownMessage(details.code)
	if (known) return { message: known }
	const words = error.message.trim().slice(0, 500)
	const message = knownMessage(details.error) ?? 'The sign-in did not work. Start it again from this page.'
	return words === '' || words === wordlessError ? { message } : { message, words }
}

/** The client's text for an error in the URL that has no description. */
const wordlessError = 'Error in URL with unspecified error_description'

function knownMessage(code: unknown): string | undefined {
	return typeof code === 'string' && Object.hasOwn(messagesByCode, code) ? messagesByCode[code] : undefined
}

/** The field to mark and focus, where the error is about one. */
export function authErrorField(error: unknown): AuthField | undefined {
	const { code } = toAuthErrorFields(error)
	return code && Object.hasOwn(fieldsByCode, code) ? fieldsByCode[code] : undefined
}

/** True when the error carries this code of the auth service. */
export function isAuthError(error: unknown, code: string): boolean {
	return toAuthErrorFields(error).code === code
}

type AuthErrorFields = {
	code?: string
	name?: string
	status?: number
	message?: string
	reasons?: string[]
}

function toAuthErrorFields(error: unknown): AuthErrorFields {
	const given = typeof error === 'object' && error !== null ? (error as AuthErrorFields) : {}
	const details = (error as { details?: { code?: string } | null } | null)?.details
	return { ...pickFields(given), code: given.code ?? details?.code }
}

// Getters of Error objects are lost in a spread.
function pickFields({ name, status, message, reasons: why }: AuthErrorFields): AuthErrorFields {
	return { name, status, message, reasons: why }
}
