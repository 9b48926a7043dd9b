import { sign } from 'node:crypto'
import { decodeProtectedHeader } from 'jose/decode/protected_header'
import { JOSEError, JWSSignatureVerificationFailed } from 'jose/errors'
import { compactVerify } from 'jose/jws/compact/verify'
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
type Verifier = ((token: string, grace?: number) => Promise<TokenClaims>) & { stats: CacheStats }
const verifiers = new WeakMap<KnownKeys, Verifier>()

/**
 * Verifies tokens and caches the valid ones; `exp` is checked on every call. All wires of a process share one cache.
 * @throws TokenError from the returned function, as a rejection
 */
export function createVerifier(keys: KnownKeys): Verifier {
	const known = verifiers.get(keys) ?? makeVerifier(keys)
	verifiers.set(keys, known)
	return known
}

function makeVerifier(keys: KnownKeys): Verifier {
	const cache = new LruCache<string, TokenClaims>(maxCached)
	let cachedFor = keys.verification
	const verifyToken = async (token: string, grace = 0): Promise<TokenClaims> => {
		const { verification } = keys
		// The map was replaced, so tokens of removed keys must no longer be accepted.
		if (cachedFor !== verification) {
			cachedFor = verification
			cache.clear()
		}
		const known = cache.get(token)
		if (known) return checkTimes(known, grace)
		const claims = await verifySignature(token, keys)
		// The map was replaced during the verification, perhaps because this key was removed.
		if (verification !== keys.verification) return verifyToken(token, grace)
		checkTimes(claims, grace)
		cache.set(token, claims)
		return claims
	}
	return Object.assign(verifyToken, { stats: cache })
}

async function verifySignature(token: string, keys: KnownKeys): Promise<TokenClaims> {
	if (token.length > maxTokenLength) throw new TokenError('malformed', 'token is too long')
	if (!/^[^.]+\.[^.]+\.[^.]+$/.test(token))
		throw new TokenError('malformed', 'token is malformed: token contains an invalid number of segments')
	const { alg, kid } = readHeader(token)
	const candidates =
		kid === undefined
			? [...keys.verification.values()].filter((key) => key.alg === 'HS256')
			: [keys.verification.get(kid)]
	for (const key of candidates) {
		// The algorithm is the key's, never the token's: this prevents `none` and key confusion.
		const payload = key && key.alg === alg ? await openToken(token, key) : undefined
		if (!payload) continue
		if (keys.refusedKeys?.has(apiKeyFingerprint(token))) throw new TokenError('signature', 'this key was replaced')
		return readClaims(payload)
	}
	throw new TokenError('signature', 'signature is invalid')
}

/** Access tokens of any issuer; other types of token, such as of logouts, must not be taken for one (RFC 8725 §3.11). */
const accessTokenType = /^(application\/)?(at\+)?jwt$/i

/** @returns the key id only if it is a string; other ids count as none */
function readHeader(token: string): { alg: unknown; kid: string | undefined } {
	let header: Record<string, unknown>
	try {
		header = decodeProtectedHeader(token)
	} catch {
		throw new TokenError('malformed', 'token is malformed: could not JSON decode')
	}
	const { alg, kid, typ = 'JWT', crit, b64 } = header
	// No extension is understood here, so a critical one is refused (RFC 7515 §4.1.11), and the payload is always base64url.
	if (crit !== undefined || b64 !== undefined)
		throw new TokenError('malformed', 'token is malformed: its header has an extension that is not supported')
	if (typeof typ !== 'string' || !accessTokenType.test(typ))
		throw new TokenError('malformed', 'token is malformed: it is not of the type JWT')
	return { alg, kid: typeof kid === 'string' ? kid : undefined }
}

/** @returns the payload, or nothing when the signature is not of this key */
async function openToken(token: string, { alg, key }: VerificationKey): Promise<Uint8Array | undefined> {
	try {
		return (await compactVerify(token, key, { algorithms: [alg] })).payload
	} catch (error) {
		if (error instanceof JWSSignatureVerificationFailed) return undefined
		if (error instanceof JOSEError) throw new TokenError('malformed', 'token is malformed: could not base64 decode')
		throw error
	}
}

function readClaims(payload: Uint8Array): TokenClaims {
	try {
		const value: unknown = JSON.parse(Buffer.from(payload).toString('utf8'))
		if (value && typeof value === 'object' && !Array.isArray(value)) return value as TokenClaims
	} catch {
		// Falls through to the error below.
	}
	throw new TokenError('malformed', 'token is malformed: could not JSON decode')
}

function checkTimes(claims: TokenClaims, grace: number): TokenClaims {
	const { exp, nbf } = claims
	// A time that is not a number would never expire.
	for (const [name, time] of Object.entries({ exp, nbf }))
		if (time !== undefined && typeof time !== 'number')
			throw new TokenError('malformed', `The JWT '${name}' claim must be a number`)
	const now = Date.now() / 1000
	if (typeof exp === 'number' && exp + grace <= now) throw new TokenError('expired', 'token is expired')
	if (typeof nbf === 'number' && nbf > now + clockSkew) throw new TokenError('not_yet_valid', 'token is not valid yet')
	return claims
}

function encode(value: object): string {
	return Buffer.from(JSON.stringify(value)).toString('base64url')
}
