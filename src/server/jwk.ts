import {
	createPrivateKey,
	createPublicKey,
	createSecretKey,
	generateKeyPairSync,
	type JsonWebKey,
	type KeyObject,
	randomUUID,
} from 'node:crypto'
import { z } from 'zod'

/** A key as it is kept: private, or for verifying only. */
export const jwk = z.looseObject({
	kty: z.enum(['EC', 'RSA', 'oct']),
	kid: z.string().min(1),
	alg: z.enum(['ES256', 'RS256', 'HS256']),
	state: z.enum(['active', 'verify-only', 'retired']).default('active'),
	d: z.string().optional(),
	k: z.string().optional(),
})
export type Jwk = z.infer<typeof jwk>

export type VerificationKey = { alg: 'ES256' | 'RS256' | 'HS256'; key: KeyObject }
export type SigningKey = { kid: string; alg: 'ES256' | 'RS256'; key: KeyObject }

/** A fresh key pair for ES256. */
export function makeJwk(): Jwk {
	const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
	const parts = privateKey.export({ format: 'jwk' })
	return { ...parts, kty: 'EC', kid: randomUUID(), alg: 'ES256', state: 'active' }
}

/** What signs, if this key can: HS256 keys of others only verify. */
export function signingKey(one: Jwk): SigningKey | undefined {
	if (one.state !== 'active' || !one.d || one.alg === 'HS256') return undefined
	const key = createPrivateKey({ key: one as JsonWebKey, format: 'jwk' })
	return { kid: one.kid, alg: one.alg, key }
}

export function verificationKey(one: Jwk): VerificationKey {
	if (one.kty === 'oct') return { alg: 'HS256', key: createSecretKey(one.k ?? '', 'base64url') }
	const key = createPublicKey({ key: publicPart(one), format: 'jwk' })
	return { alg: one.alg, key }
}

/** The key as it is published (auth.md §5.2). */
export function publicJwk(one: Jwk): Record<string, unknown> {
	return { ...publicPart(one), kid: one.kid, alg: one.alg, use: 'sig', key_ops: ['verify'] }
}

function publicPart(one: Jwk): JsonWebKey {
	const { kty, crv, x, y, n, e } = one as unknown as Record<string, string | undefined>
	const part = Object.entries({ kty, crv, x, y, n, e }).filter(([, value]) => value !== undefined)
	return Object.fromEntries(part)
}
