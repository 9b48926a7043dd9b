import { z } from 'zod'
import type { OpenidProvider, ProviderMetadata } from './openid-provider.ts'

/** What a provider vouches for. */
export type Profile = {
	subject: string
	/** Lower case; nothing when the provider tells none. */
	email: string | undefined
	emailVerified: boolean
	/** What is kept as identity_data. */
	data: Record<string, unknown>
	accessToken: string
	refreshToken: string | null
}

const tokens = z.object({
	access_token: z.string(),
	id_token: z.string(),
	refresh_token: z.string().optional(),
})
/** Never `none`, never a shared secret. */
export const idTokenAlgorithms = ['RS256', 'ES256', 'PS256', 'EdDSA']
const answerMilliseconds = 10_000

/** The code could not be changed for tokens. */
export class ExchangeFailed extends Error {}

/**
 * Changes a provider's code for its tokens and reads the verified ID token.
 * @throws ExchangeFailed when the provider refuses, Error when the ID token does not hold
 */
export async function exchangeCode(
	provider: OpenidProvider,
	metadata: ProviderMetadata,
	{
		code,
		verifier,
		nonce,
		redirectUri,
	}: { code: string; verifier: string; nonce: string; redirectUri: string },
): Promise<Profile> {
	const response = await fetch(metadata.token_endpoint, {
		method: 'POST',
		signal: AbortSignal.timeout(answerMilliseconds),
		redirect: 'error',
		body: new URLSearchParams({
			grant_type: 'authorization_code',
			code,
			redirect_uri: redirectUri,
			client_id: provider.clientId,
			client_secret: provider.clientSecret,
			code_verifier: verifier,
		}),
	}).catch((cause: unknown) => {
		throw new ExchangeFailed('the token endpoint cannot be reached', { cause })
	})
	const parsed = tokens.safeParse(await response.json().catch(() => undefined))
	if (!response.ok || !parsed.success)
		throw new ExchangeFailed(`the token endpoint answered ${response.status}`)
	const claims = await verifyIdToken(parsed.data.id_token, provider, metadata, nonce)
	return {
		...readClaims(claims),
		accessToken: parsed.data.access_token,
		refreshToken: parsed.data.refresh_token ?? null,
	}
}

async function verifyIdToken(
	token: string,
	provider: OpenidProvider,
	{ jwks_uri, issuer }: ProviderMetadata,
	nonce: string,
): Promise<Record<string, unknown>> {
	// Loaded with the first sign-in of this kind; most processes never need it.
	const { createRemoteJWKSet, jwtVerify } = await import('jose')
	const { payload } = await jwtVerify(token, createRemoteJWKSet(new URL(jwks_uri)), {
		issuer,
		audience: provider.clientId,
		algorithms: idTokenAlgorithms,
		requiredClaims: ['sub', 'exp', 'iat'],
		clockTolerance: 60,
	})
	if (payload.nonce !== nonce) throw new Error('the nonce of the ID token is another one')
	if (Array.isArray(payload.aud) && payload.azp !== provider.clientId)
		throw new Error('the ID token was issued to somebody else')
	return payload
}

/** What of an ID token's claims is kept. The token was verified before. */
export function readClaims(claims: Record<string, unknown>) {
	const text = (name: string) => (typeof claims[name] === 'string' ? claims[name] : undefined)
	const email = text('email')?.normalize('NFKC').toLowerCase()
	const emailVerified = claims.email_verified === true || claims.email_verified === 'true'
	const given = {
		iss: text('iss'),
		sub: text('sub'),
		provider_id: text('sub'),
		email,
		name: text('name'),
		full_name: text('name'),
		picture: text('picture'),
		avatar_url: text('picture'),
	}
	const data = {
		...Object.fromEntries(Object.entries(given).filter(([, value]) => value)),
		email_verified: emailVerified,
		phone_verified: false,
	}
	return { subject: text('sub') ?? '', email, emailVerified, data }
}
