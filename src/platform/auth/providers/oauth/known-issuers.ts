import type { ServerMetadata } from 'openid-client'

/** Metadata that widely used issuers have published unchanged for years. */
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
/** The timeout in seconds for an issuer whose metadata is known. */
const knownIssuerTimeout = 3

/**
 * Runs the discovery of an issuer. Known metadata is the fallback: browsers can sign in even if this server cannot
 * reach the issuer now.
 * @param discover takes its timeout in seconds
 */
export function discoverIssuer(
	issuer: string,
	seconds: number,
	discover: (seconds: number) => Promise<ServerMetadata>,
): Promise<ServerMetadata> {
	const known = knownIssuers[issuer]
	return known ? discover(knownIssuerTimeout).catch(() => known) : discover(seconds)
}
