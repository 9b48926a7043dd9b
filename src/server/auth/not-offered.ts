import type { Context } from 'hono'
import { z } from 'zod'
import type { Env } from '#server/deps.ts'
import { readBody, text } from './body.ts'
import { AuthError, OAuthError } from './errors.ts'

/** POST /token?grant_type=web3: no chain is switched on (auth.md §6.4). */
export function web3Grant(): never {
	throw new AuthError(422, 'web3_provider_disabled', 'Web3 provider is disabled')
}

/** POST /sso and the SAML addresses: no company signs in here (auth.md §2.10). */
export function samlDisabled(): never {
	throw new AuthError(404, 'saml_provider_disabled', 'SAML 2.0 is disabled')
}

/** POST /token?grant_type=id_token: refused in the shapes of auth.md §2.2, as no provider is trusted with one. */
export async function idTokenGrant(c: Context<Env>): Promise<Response> {
	const body = z.object({ id_token: text, provider: text, client_id: text, issuer: text })
	const { id_token: token, provider, client_id: client, issuer } = await readBody(c, body)
	if (!token) throw new OAuthError('invalid request', 'id_token required')
	if (!provider && !(client && issuer))
		throw new OAuthError('invalid request', 'provider or client_id and issuer required')
	throw new AuthError(
		400,
		'provider_disabled',
		`Provider (issuer "${issuer ?? provider}") is not enabled`,
	)
}
