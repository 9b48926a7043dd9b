import type { AuthError } from '#platform/auth/errors.ts'

type Tokens = {
	access_token: string
	expires_at: number
	expires_in: number
	refresh_token: string
	token_type: string
	type?: string
	provider_token?: string
	provider_refresh_token?: string
}

/** `error` by status; other statuses carry none. */
const oauthErrors: Record<number, string> = {
	400: 'invalid_request',
	401: 'unauthorized_client',
	403: 'access_denied',
	500: 'server_error',
	503: 'temporarily_unavailable',
}

const deniedCodes: readonly string[] = ['signup_disabled', 'user_banned', 'provider_email_needs_verification']

/** `redirect#access_token=…&type=…`, parameters in alphabetical order, with the empty marker `sb`. */
export function sessionRedirect(target: string, tokens: Tokens): string {
	const { access_token, expires_at, expires_in, refresh_token, token_type } = tokens
	const { type, provider_token, provider_refresh_token } = tokens
	return withFragment(target, {
		access_token,
		expires_at: String(expires_at),
		expires_in: String(expires_in),
		...(provider_refresh_token ? { provider_refresh_token } : {}),
		...(provider_token ? { provider_token } : {}),
		refresh_token,
		sb: '',
		token_type,
		...(type ? { type } : {}),
	})
}

/** `redirect?code=…`, merged into the query of the target. */
export function codeRedirect(target: string, code: string): string {
	return withQuery(target, { code })
}

/** The error redirect of a mail link: in the fragment, for PKCE flows in the query too. */
export function errorRedirect(target: string, { status, code, message }: AuthError, inQuery: boolean): string {
	const error = oauthErrors[status]
	const details = {
		...(error ? { error } : {}),
		error_code: code,
		error_description: message,
	}
	return withFragment(inQuery ? withQuery(target, details) : target, { ...details, sb: '' })
}

/** The error redirect to the site, in the query alone: for an unknown state or a refused assertion. */
export function siteErrorRedirect(siteUrl: string, failure: AuthError): string {
	return withQuery(siteUrl, errorDetails(failure))
}

/** The error redirect after a provider, in query and fragment. A provider's own error has no code of auth/v1. */
export function providerErrorRedirect(
	target: string,
	failure: AuthError | { error: string; error_description: string },
): string {
	const details = 'error' in failure ? failure : errorDetails(failure)
	return withFragment(withQuery(target, details), { ...details, sb: '' })
}

function errorDetails({ status, code, message }: AuthError) {
	const error = deniedCodes.includes(code) ? 'access_denied' : (oauthErrors[status] ?? 'server_error')
	return { error, error_code: code, error_description: message }
}

/** A redirect that carries a message: neither an error nor a session. */
export function messageRedirect(target: string, message: string, inQuery: boolean): string {
	return withFragment(inQuery ? withQuery(target, { message }) : target, { message, sb: '' })
}

function withQuery(target: string, parameters: Record<string, string>): string {
	const [page = '', query = ''] = withoutFragment(target).split(/\?(.*)/s)
	const all = new URLSearchParams(query)
	for (const [name, value] of Object.entries(parameters)) all.set(name, value)
	return `${page}?${all}`
}

function withFragment(target: string, parameters: Record<string, string>): string {
	return `${withoutFragment(target)}#${new URLSearchParams(parameters)}`
}

/** As a browser serializes it; the scheme of an app may be no valid URL (redirect-target.ts). */
function withoutFragment(target: string): string {
	const [address = ''] = (URL.canParse(target) ? new URL(target).href : target).split('#')
	return address
}
