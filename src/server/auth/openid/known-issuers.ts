import type { ServerMetadata } from 'openid-client'

/** What issuers that most installations use have published for years. */
const knownIssuers: Readonly<Record<string, ServerMetadata>> = {
	'https://accounts.google.com': {
		issuer: 'https://accounts.google.com',
		authorization_endpoint: 'https://accounts.google.com/o/oauth2/v2/auth',
		token_endpoint: 'https://oauth2.googleapis.com/token',
		userinfo_endpoint: 'https://openidconnect.googleapis.com/v1/userinfo',
		jwks_uri: 'https://www.googleapis.com/oauth2/v3/certs',
		id_token_signing_alg_values_supported: ['RS256'],
		token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic'],
	},
	'https://appleid.apple.com': {
		issuer: 'https://appleid.apple.com',
		authorization_endpoint: 'https://appleid.apple.com/auth/authorize',
		token_endpoint: 'https://appleid.apple.com/auth/token',
		jwks_uri: 'https://appleid.apple.com/auth/keys',
		id_token_signing_alg_values_supported: ['RS256'],
		token_endpoint_auth_methods_supported: ['client_secret_post'],
	},
}
/** Seconds that an issuer may take to say what is known of it anyway. */
const patience = 3

/**
 * Has an issuer asked for what it publishes. One that everybody knows need not answer: a person can begin a visit to it
 * from their browser although this machine cannot reach it now.
 * @param ask gets the seconds that it may take
 */
export function publishedBy(
	issuer: string,
	seconds: number,
	ask: (seconds: number) => Promise<ServerMetadata>,
): Promise<ServerMetadata> {
	const known = knownIssuers[issuer]
	return known ? ask(patience).catch(() => known) : ask(seconds)
}
