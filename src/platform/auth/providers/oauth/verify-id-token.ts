import { createHash } from 'node:crypto'
import type { JWTPayload } from 'jose'
import type { AuthContext } from '#platform/auth/auth-context.ts'
import { OAuthError } from '#platform/auth/errors.ts'
import { type ProviderProfile, profileOfClaims } from '#platform/auth/providers/linking/provider-profile.ts'
import type { SignInProvider } from './provider.ts'
import { clockTolerance, type ProviderClient } from './provider-client.ts'

/** Accepted algorithms, never `none` or a shared secret, with the hash of each (OpenID Connect Core 1.0 §3.1.3.6). */
const hashes: Readonly<Record<string, string>> = {
	RS256: 'sha256',
	PS256: 'sha256',
	ES256: 'sha256',
	RS384: 'sha384',
	PS384: 'sha384',
	ES384: 'sha384',
	RS512: 'sha512',
	PS512: 'sha512',
	ES512: 'sha512',
	EdDSA: 'sha512',
	Ed25519: 'sha512',
}

/** The fields of an ID token grant. */
export type IdTokenCredentials = {
	idToken: string
	accessToken: string | undefined
	/** The raw nonce, whose hash is in the token. */
	nonce: string | undefined
}

/**
 * Verifies an ID token that a client obtained from the provider itself.
 * @throws OAuthError `invalid request` or `invalid nonce`
 */
export async function verifyIdToken(
	{ providerClients }: AuthContext,
	provider: SignInProvider,
	{ idToken, accessToken, nonce }: IdTokenCredentials,
): Promise<ProviderProfile> {
	const providerClient = await providerClients(provider).catch(() => {
		throw badIdToken('Bad ID token')
	})
	const claims = await readClaims(providerClient, idToken, accessToken)
	if (!claims.sub) throw badIdToken('Missing sub claim in id_token')
	const audience = [claims.aud ?? []].flat()
	if (!audience.some((client) => provider.clientIds.includes(client)))
		throw badIdToken(`Unacceptable audience in id_token: [${audience.join(' ')}]`)
	if (!provider.skipNonceCheck) requireNonce(claims.nonce, nonce)
	try {
		return profileOfClaims(claims, provider.custom)
	} catch {
		throw badIdToken('Bad ID token')
	}
}

export function badIdToken(description: string): OAuthError {
	return new OAuthError('invalid request', description)
}

async function readClaims(
	{ keys, metadata }: ProviderClient,
	idToken: string,
	accessToken: string | undefined,
): Promise<JWTPayload> {
	const { jwtVerify } = await import('jose')
	try {
		const { payload, protectedHeader } = await jwtVerify(idToken, keys, {
			issuer: metadata.issuer,
			algorithms: Object.keys(hashes),
			requiredClaims: ['exp', 'iat'],
			clockTolerance,
		})
		if (accessToken) requireAccessTokenHash(payload.at_hash, accessToken, protectedHeader.alg)
		return payload
	} catch {
		throw badIdToken('Bad ID token')
	}
}

/** Checks `at_hash`, the left half of the access token's hash, if the token has one. */
function requireAccessTokenHash(atHash: unknown, accessToken: string, alg: string): void {
	if (atHash === undefined) return
	const digest = createHash(hashes[alg] ?? 'sha256')
		.update(accessToken)
		.digest()
	const half = digest.subarray(0, digest.length / 2)
	if (atHash !== half.toString('base64url')) throw new Error('at_hash does not match')
}

/** The token carries a hash and the caller presents its preimage, so that a stolen token alone is useless. */
function requireNonce(inToken: unknown, raw: string | undefined): void {
	if (Boolean(inToken) !== Boolean(raw))
		throw badIdToken('Passed nonce and nonce in id_token should either both exist or not.')
	if (raw && inToken !== createHash('sha256').update(raw).digest('hex'))
		throw new OAuthError('invalid nonce', 'Nonces mismatch')
}
