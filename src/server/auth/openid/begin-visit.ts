import { createHash } from 'node:crypto'
import type { SignInProvider } from './provider.ts'
import type { Upstream } from './upstream.ts'

/** Parameters that are ours to set or to read; everything else of the caller goes on to the provider (auth.md §2.8). */
const ours = new Set([
	...['provider', 'redirect_to', 'scopes', 'scope', 'invite_token', 'skip_http_redirect', 'apikey'],
	...['client_id', 'client_secret', 'redirect_uri', 'response_type', 'response_mode', 'state'],
	...['code_challenge', 'code_challenge_method', 'code_verifier', 'nonce'],
	// Either would replace all the others by what it holds.
	...['request', 'request_uri'],
])

/** What a visit to a provider is begun with. */
export type Visit = {
	state: string
	/** Nothing for providers that do not write it into their tokens. */
	nonce: string | null
	verifier: string
	redirectUri: string
	/** The caller's own query. */
	query: URLSearchParams
}

/** Writes the address of the provider's page. */
export function visitAddress(
	provider: SignInProvider,
	upstream: Upstream,
	{ state, nonce, verifier, redirectUri, query }: Visit,
): Promise<string> {
	const passedOn = [...query].filter(([name]) => !ours.has(name.toLowerCase()))
	const { custom } = provider
	const parameters = new URLSearchParams()
	for (const [name, value] of [...passedOn, ...Object.entries(custom?.parameters ?? {})])
		parameters.set(name, value)
	const set = {
		redirect_uri: redirectUri,
		scope: scopes(provider, query.get('scopes') ?? ''),
		state,
		...(nonce ? { nonce } : {}),
		// Apple sends name and address by a form only (its documentation of `response_mode`).
		...(provider.kind === 'apple' ? { response_mode: 'form_post' } : {}),
		...(custom?.pkce === false ? {} : challenge(verifier)),
	}
	for (const [name, value] of Object.entries(set)) parameters.set(name, value)
	return upstream.converse(
		async (configuration, client) => client.buildAuthorizationUrl(configuration, parameters).href,
	)
}

function challenge(verifier: string) {
	return {
		code_challenge: createHash('sha256').update(verifier).digest('base64url'),
		code_challenge_method: 'S256',
	}
}

/** The provider's own, and what the caller adds, parted by commas or blanks. */
function scopes(provider: SignInProvider, given: string): string {
	const wanted = given.split(/[\s,]+/).filter(Boolean)
	return [...new Set([...provider.scopes, ...wanted])].join(' ')
}
