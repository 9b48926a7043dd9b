import { createHash } from 'node:crypto'
import type { SignInProvider } from './provider.ts'
import type { ProviderClient } from './provider-client.ts'

/** Parameters that the server sets or reads; the caller's other parameters are passed on to the provider. */
const reservedParameters = new Set([
	...['provider', 'redirect_to', 'scopes', 'scope', 'invite_token', 'skip_http_redirect', 'apikey'],
	...['client_id', 'client_secret', 'redirect_uri', 'response_type', 'response_mode', 'state'],
	...['code_challenge', 'code_challenge_method', 'code_verifier', 'nonce'],
	// Either of these would replace all other parameters (RFC 9101).
	...['request', 'request_uri'],
])

/** The values of an authorization request. */
export type AuthorizationRequest = {
	state: string
	/** Null for providers without ID tokens. */
	nonce: string | null
	verifier: string
	redirectUri: string
	/** The query of the caller. */
	query: URLSearchParams
}

/** Builds the URL of the provider's authorization endpoint. */
export function authorizationUrl(
	provider: SignInProvider,
	providerClient: ProviderClient,
	{ state, nonce, verifier, redirectUri, query }: AuthorizationRequest,
): Promise<string> {
	const passedOn = [...query].filter(([name]) => !reservedParameters.has(name.toLowerCase()))
	const { custom } = provider
	const parameters = new URLSearchParams()
	for (const [name, value] of [...passedOn, ...Object.entries(custom?.parameters ?? {})]) parameters.set(name, value)
	const set = {
		redirect_uri: redirectUri,
		scope: mergeScopes(provider, query.get('scopes') ?? ''),
		state,
		...(nonce ? { nonce } : {}),
		// Apple sends name and email only with `response_mode=form_post`.
		...(provider.kind === 'apple' ? { response_mode: 'form_post' } : {}),
		...(custom?.pkce === false ? {} : pkceParameters(verifier)),
	}
	for (const [name, value] of Object.entries(set)) parameters.set(name, value)
	return providerClient.withConfiguration(
		async (configuration, client) => client.buildAuthorizationUrl(configuration, parameters).href,
	)
}

function pkceParameters(verifier: string) {
	return {
		code_challenge: createHash('sha256').update(verifier).digest('base64url'),
		code_challenge_method: 'S256',
	}
}

/** The provider's scopes and the caller's, which are separated by commas or spaces. */
function mergeScopes(provider: SignInProvider, given: string): string {
	const requested = given.split(/[\s,]+/).filter(Boolean)
	return [...new Set([...provider.scopes, ...requested])].join(' ')
}
