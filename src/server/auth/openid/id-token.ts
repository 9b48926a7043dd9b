import { createHash } from 'node:crypto'
import type { JWTPayload } from 'jose'
import type { AuthContext } from '#server/auth/auth-context.ts'
import { OAuthError } from '#server/auth/errors.ts'
import { profileOfCustomClaims } from './custom-claims.ts'
import { type Profile, profileOfClaims } from './profile.ts'
import type { SignInProvider } from './provider.ts'
import { clockTolerance, type Upstream } from './upstream.ts'

/** Never `none`, never a shared secret; with the hash that belongs to each (OpenID Connect Core 1.0 §3.1.3.6). */
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

/** What a client brought along. */
export type Brought = {
	idToken: string
	accessToken: string | undefined
	/** What was hashed into the token. */
	nonce: string | undefined
}

/**
 * Verifies an ID token that a client got from the provider by itself (auth.md §2.2).
 * @throws OAuthError `invalid request` or `invalid nonce`
 */
export async function verifyIdToken(
	{ upstreams }: AuthContext,
	provider: SignInProvider,
	{ idToken, accessToken, nonce }: Brought,
): Promise<Profile> {
	const claims = await readClaims(await openUpstream(upstreams, provider), idToken, accessToken)
	if (!claims.sub) throw badIdToken('Missing sub claim in id_token')
	const audience = [claims.aud ?? []].flat()
	if (!audience.some((client) => provider.clientIds.includes(client)))
		throw badIdToken(`Unacceptable audience in id_token: [${audience.join(' ')}]`)
	if (!provider.skipNonceCheck) requireNonce(claims.nonce, nonce)
	try {
		return provider.custom
			? profileOfCustomClaims(claims, provider.custom)
			: profileOfClaims(claims)
	} catch {
		throw badIdToken('Bad ID token')
	}
}

export function badIdToken(description: string): OAuthError {
	return new OAuthError('invalid request', description)
}

async function openUpstream(
	upstreams: AuthContext['upstreams'],
	provider: SignInProvider,
): Promise<Upstream> {
	try {
		return await upstreams(provider)
	} catch {
		throw badIdToken('Bad ID token')
	}
}

async function readClaims(
	{ keys, metadata }: Upstream,
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
		if (accessToken) requireBelonging(payload.at_hash, accessToken, protectedHeader.alg)
		return payload
	} catch {
		throw badIdToken('Bad ID token')
	}
}

/** The left half of the access token's hash, if the token carries one. */
function requireBelonging(atHash: unknown, accessToken: string, alg: string): void {
	if (atHash === undefined) return
	const digest = createHash(hashes[alg] ?? 'sha256')
		.update(accessToken)
		.digest()
	const half = digest.subarray(0, digest.length / 2)
	if (atHash !== half.toString('base64url')) throw new Error('at_hash does not match')
}

/** The token carries the hash, the caller shows what was hashed: whoever stole the token alone cannot. */
function requireNonce(inToken: unknown, raw: string | undefined): void {
	if (Boolean(inToken) !== Boolean(raw))
		throw badIdToken('Passed nonce and nonce in id_token should either both exist or not.')
	if (raw && inToken !== createHash('sha256').update(raw).digest('hex'))
		throw new OAuthError('invalid nonce', 'Nonces mismatch')
}
