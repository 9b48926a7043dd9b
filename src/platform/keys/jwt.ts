import { createHmac, sign, timingSafeEqual, verify } from 'node:crypto'
import { LruCache } from '#platform/lru-cache.ts'
import type { CacheStats } from '#platform/metrics/metrics.ts'
import { apiKeyFingerprint } from './api-keys.ts'
import type { SigningKey, VerificationKey } from './jwk.ts'

export type TokenClaims = {
	role?: unknown
	sub?: unknown
	exp?: unknown
	nbf?: unknown
	[claim: string]: unknown
}

/** Why a token was refused. `malformed` and `signature` mean forged or foreign; the others are authentic but unusable. */
export type TokenProblem = 'malformed' | 'signature' | 'expired' | 'not_yet_valid'
export class TokenError extends Error {
	readonly problem: TokenProblem
	constructor(problem: TokenProblem, message: string) {
		super(message)
		this.problem = problem
	}
}

const maxTokenLength = 16_384
const maxCached = 2_000
/** Allowed clock difference, in seconds. */
export const clockSkew = 30

export function signToken(claims: Record<string, unknown>, { kid, alg, key }: SigningKey): string {
	const head = encode({ alg, kid, typ: 'JWT' })
	const body = `${head}.${encode(claims)}`
	const made = sign('sha256', Buffer.from(body), key)
	return `${body}.${(alg === 'ES256' ? derToRaw(made) : made).toString('base64url')}`
}

/**
 * Converts an ECDSA signature from DER to two 32-byte integers. Requesting this format from OpenSSL doubles the time
 * of a signature.
 */
function derToRaw(der: Buffer): Buffer {
	const flat = Buffer.alloc(64)
	let at = 2
	for (const end of [32, 64]) {
		const length = der[at + 1] ?? 0
		const number = der.subarray(at + 2, at + 2 + length)
		// A leading zero only marks a positive integer; a short integer is padded on the left.
		const digits = number.subarray(Math.max(0, length - 32))
		digits.copy(flat, end - digits.length)
		at += 2 + length
	}
	return flat
}

/** The verification keys of an installation by `kid`. The map is replaced whenever a key is added, removed or taken back. */
type KnownKeys = {
	readonly verification: ReadonlyMap<string, VerificationKey>
	/** Tokens that were taken back, by `apiKeyFingerprint`. */
	readonly refusedKeys?: ReadonlySet<string>
}
/** `grace`: seconds after `exp` during which a token is still accepted; by default none. */
type Verifier = ((token: string, grace?: number) => TokenClaims) & { stats: CacheStats }
const verifiers = new WeakMap<KnownKeys, Verifier>()

/** Verifies tokens and caches the valid ones; `exp` is checked on every call. All wires of a process share one cache. */
export function createVerifier(keys: KnownKeys): Verifier {
	const known = verifiers.get(keys) ?? makeVerifier(keys)
	verifiers.set(keys, known)
	return known
}

function makeVerifier(keys: KnownKeys): Verifier {
	const cache = new LruCache<string, TokenClaims>(maxCached)
	let { verification } = keys
	const verifyToken = (token: string, grace = 0) => {
		// The map was replaced, so tokens of removed keys must no longer be accepted.
		if (verification !== keys.verification) {
			verification = keys.verification
			cache.clear()
		}
		const known = cache.get(token)
		const claims = known ?? verifySignature(token, keys)
		checkTimes(claims, grace)
		if (!known) cache.set(token, claims)
		return claims
	}
	return Object.assign(verifyToken, { stats: cache })
}

function verifySignature(token: string, keys: KnownKeys): TokenClaims {
	if (token.length > maxTokenLength) throw new TokenError('malformed', 'token is too long')
	const [head, body, signature, ...more] = token.split('.')
	if (!head || !body || !signature || more.length > 0)
		throw new TokenError('malformed', 'token is malformed: token contains an invalid number of segments')
	const { alg, kid } = decode(head) as { alg?: unknown; kid?: unknown }
	const candidates =
		typeof kid === 'string'
			? [keys.verification.get(kid)]
			: [...keys.verification.values()].filter((key) => key.alg === 'HS256')
	// The algorithm is the key's, never the token's: this prevents `none` and key confusion.
	const good = candidates.some((key) => key && key.alg === alg && hasGoodSignature(`${head}.${body}`, signature, key))
	if (!good) throw new TokenError('signature', 'signature is invalid')
	if (keys.refusedKeys?.has(apiKeyFingerprint(token))) throw new TokenError('signature', 'this key was replaced')
	return decode(body)
}

function hasGoodSignature(signed: string, signature: string, { alg, key }: VerificationKey): boolean {
	const bytes = Buffer.from(signature, 'base64url')
	if (alg === 'HS256') {
		const expected = createHmac('sha256', key).update(signed).digest()
		return bytes.length === expected.length && timingSafeEqual(bytes, expected)
	}
	return verify('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' }, bytes)
}

function checkTimes({ exp, nbf }: TokenClaims, grace: number): void {
	// A time that is not a number would never expire.
	for (const [name, time] of Object.entries({ exp, nbf }))
		if (time !== undefined && typeof time !== 'number')
			throw new TokenError('malformed', `The JWT '${name}' claim must be a number`)
	const now = Date.now() / 1000
	if (typeof exp === 'number' && exp + grace <= now) throw new TokenError('expired', 'token is expired')
	if (typeof nbf === 'number' && nbf > now + clockSkew) throw new TokenError('not_yet_valid', 'token is not valid yet')
}

function encode(value: object): string {
	return Buffer.from(JSON.stringify(value)).toString('base64url')
}

function decode(part: string): TokenClaims {
	try {
		const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'))
		if (value && typeof value === 'object' && !Array.isArray(value)) return value as TokenClaims
	} catch {
		// Falls through to the error below.
	}
	throw new TokenError('malformed', 'token is malformed: could not JSON decode')
}
