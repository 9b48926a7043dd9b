import { z } from 'zod'
import { optional, text } from '#platform/auth/body.ts'
import { invalid } from '#platform/auth/errors.ts'

const optionalStrings = optional(z.array(z.string()))
const optionalText = optional(z.string())
/** The registration of a client (RFC 7591). */
export const oauthClientBody = z.object({
	client_name: optionalText,
	client_uri: optionalText,
	logo_uri: optionalText,
	redirect_uris: optionalStrings,
	grant_types: optionalStrings,
	scope: text,
	client_type: text,
	token_endpoint_auth_method: text,
})
export type OauthClientBody = z.output<typeof oauthClientBody>

const methods = ['none', 'client_secret_basic', 'client_secret_post']
const methodsByType: Readonly<Record<string, readonly string[]>> = {
	public: ['none'],
	confidential: ['client_secret_basic', 'client_secret_post'],
}
const grants = ['authorization_code', 'refresh_token']
/** Schemes that execute code or read files in a browser. */
const dangerousSchemes = ['javascript', 'data', 'file', 'vbscript', 'about', 'blob']

/** Checks the fields of a registration or a change. @throws AuthError 400 validation_failed */
export function checkOauthClient(body: OauthClientBody): void {
	if (body.redirect_uris) checkRedirects(body.redirect_uris)
	if (body.grant_types) checkGrants(body.grant_types)
	if ((body.client_name ?? '').length > 1024) throw invalid('client_name cannot exceed 1024 characters')
	for (const name of ['client_uri', 'logo_uri'] as const) checkUrl(name, body[name])
	const method = body.token_endpoint_auth_method
	if (method && !methods.includes(method))
		throw invalid(`token_endpoint_auth_method must be one of: [${methods.join(' ')}]`)
}

/**
 * Determines the client type: as stated, by its authentication method, or confidential.
 * @throws AuthError 400 when the two disagree
 */
export function resolveClientType({ client_type: type, token_endpoint_auth_method: method }: OauthClientBody): {
	type: 'public' | 'confidential'
	method: string
} {
	if (type && type !== 'public' && type !== 'confidential')
		throw invalid("client_type must be 'public' or 'confidential'")
	const expected = method === 'none' ? 'public' : 'confidential'
	if (type && method && type !== expected)
		throw invalid(
			`client_type '${type}' is inconsistent with token_endpoint_auth_method '${method}' (expected client_type '${expected}')`,
		)
	const decided = type === 'public' || (!type && method === 'none') ? 'public' : 'confidential'
	return { type: decided, method: method ?? methodsByType[decided]?.[0] ?? 'none' }
}

/** @throws AuthError 400 when the client type does not allow the method */
export function checkMethod(type: string, method: string | undefined): void {
	const known = methodsByType[type] ?? []
	if (method && !known.includes(method))
		throw invalid(
			`token_endpoint_auth_method '${method}' is not valid for client_type '${type}'; valid methods: [${known.join(' ')}]`,
		)
}

function checkRedirects(uris: readonly string[]): void {
	if (uris.length === 0) throw invalid('redirect_uris cannot be empty')
	if (uris.length > 10) throw invalid('redirect_uris cannot exceed 10 items')
	for (const uri of uris) {
		const problem = redirectUriProblem(uri)
		if (problem) throw invalid(`invalid redirect_uri '${uri}': ${problem}`)
	}
}

function redirectUriProblem(uri: string): string | undefined {
	if (!uri) return 'redirect URI cannot be empty'
	if (uri.length > 2048 || !/^[\x21-\x7e]+$/.test(uri) || !URL.canParse(uri)) return 'invalid URL format'
	const { protocol, host, hostname, hash, username, password } = new URL(uri)
	const scheme = protocol.slice(0, -1)
	if (dangerousSchemes.includes(scheme)) return `scheme '${scheme}' is not allowed for security reasons`
	if (!host) return 'must have scheme and host'
	if (username || password) return 'must not carry credentials'
	if (scheme === 'http' && !['localhost', '127.0.0.1', '[::1]'].includes(hostname))
		return 'HTTP scheme only allowed for localhost'
	if (hash || uri.includes('#')) return 'fragment not allowed in redirect URI'
	return undefined
}

function checkGrants(grantTypes: readonly string[]): void {
	if (grantTypes.length === 0) throw invalid('grant_types cannot be empty')
	if (grantTypes.some((grant) => !grants.includes(grant)))
		throw invalid("grant_types must only contain 'authorization_code' and/or 'refresh_token'")
}

function checkUrl(name: string, address: string | undefined): void {
	if (!address) return
	if (address.length > 2048) throw invalid(`${name} cannot exceed 2048 characters`)
	// Shown to people as a link or a picture.
	if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) throw invalid(`${name} must be a valid URL`)
}
