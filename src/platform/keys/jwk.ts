import {
	createPrivateKey,
	createPublicKey,
	createSecretKey,
	generateKeyPairSync,
	type JsonWebKey,
	type KeyObject,
	randomUUID,
	type webcrypto,
} from 'node:crypto'
import { z } from 'zod'
import { minRsaBits } from './rsa-key.ts'

/** A stored key: private, or for verification only. */
export const jwk = z.looseObject({
	kty: z.enum(['EC', 'RSA', 'oct']),
	kid: z.string().min(1),
	alg: z.enum(['ES256', 'RS256', 'HS256']),
	state: z.enum(['active', 'verify-only', 'retired']).default('active'),
	d: z.string().optional(),
	k: z.string().optional(),
})
export type Jwk = z.infer<typeof jwk>

export type VerificationKey = { alg: 'ES256' | 'RS256' | 'HS256'; key: webcrypto.CryptoKey }
export type SigningKey = { kid: string; alg: 'ES256' | 'RS256'; key: KeyObject }

export function makeJwk(): Jwk {
	const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
	const parts = privateKey.export({ format: 'jwk' })
	return { ...parts, kty: 'EC', kid: randomUUID(), alg: 'ES256', state: 'active' }
}

/** The signing key, if this key can sign: HS256 keys of other issuers only verify. */
export function signingKey(jwk: Jwk): SigningKey | undefined {
	if (jwk.state !== 'active' || !jwk.d || jwk.alg === 'HS256') return undefined
	const key = createPrivateKey({ key: jwk as JsonWebKey, format: 'jwk' })
	return { kid: jwk.kid, alg: jwk.alg, key }
}

const webCryptoAlgorithms = {
	ES256: { name: 'ECDSA', namedCurve: 'P-256' },
	RS256: { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' },
	HS256: { name: 'HMAC', hash: 'SHA-256' },
} as const

/** The key that verifies what this one signs. @throws Error for a key that is not whole, is empty, or is an RSA key under 2048 bits */
export function verificationKey(jwk: Jwk): VerificationKey {
	if (jwk.kty === 'oct') return secretVerificationKey(createSecretKey(jwk.k ?? '', 'base64url'))
	const key = createPublicKey({ key: publicPart(jwk), format: 'jwk' })
	const { modulusLength = minRsaBits } = key.asymmetricKeyDetails ?? {}
	if (modulusLength < minRsaBits) throw new Error(`An RSA key must have ${minRsaBits} bits or more`)
	return toVerificationKey(jwk.alg, key)
}

/** The key that verifies HS256 under a shared secret. */
export function secretVerificationKey(secret: KeyObject): VerificationKey {
	return toVerificationKey('HS256', secret)
}

/** Converted once, as a conversion takes longer than an HMAC. */
function toVerificationKey(alg: VerificationKey['alg'], key: KeyObject): VerificationKey {
	return { alg, key: key.toCryptoKey(webCryptoAlgorithms[alg], false, ['verify']) }
}

export function publicJwk(jwk: Jwk): Record<string, unknown> {
	return { ...publicPart(jwk), kid: jwk.kid, alg: jwk.alg, use: 'sig', key_ops: ['verify'] }
}

function publicPart(jwk: Jwk): JsonWebKey {
	const { kty, crv, x, y, n, e } = jwk as unknown as Record<string, string | undefined>
	const part = Object.entries({ kty, crv, x, y, n, e }).filter(([, value]) => value !== undefined)
	return Object.fromEntries(part)
}

/** Reads the setting JWT_KEYS: a JWK set, or its list of keys. @throws Error with one line that describes the mistake */
export function readJwkSet(text: string): Jwk[] {
	const parsed = z
		.array(jwk)
		.min(1, 'holds no key')
		.safeParse(keysIn(parseSet(text)))
	if (!parsed.success) {
		const [issue] = parsed.error.issues
		throw new Error(['JWK set', ...(issue?.path ?? [])].join(' › ').concat(`: ${issue?.message}`))
	}
	let signs = false
	for (const key of parsed.data) {
		try {
			verificationKey(key)
			signs ||= signingKey(key) !== undefined
		} catch {
			throw new Error(`The key ${key.kid} is not a whole JWK of the kind ${key.kty}`)
		}
	}
	if (!signs) throw new Error('There is no active private ES256 or RS256 key')
	return parsed.data
}

const keysIn = (set: unknown) => (Array.isArray(set) ? set : (set as { keys?: unknown } | null)?.keys)

/** Parses the text of JWT_KEYS. @throws Error when it is not JSON */
export function parseSet(text: string): unknown {
	try {
		return JSON.parse(text)
	} catch {
		throw new Error('This is not JSON; a JWK set is {"keys":[…]}')
	}
}
