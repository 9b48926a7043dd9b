import { z } from 'zod'
import { type Jwk, jwk, signingKey, verificationKey } from './jwk.ts'

/**
 * Reads the setting JWT_KEYS: a JWK set, or only its list of keys.
 * @throws Error that says in one line what is wrong with it
 */
export function readJwkSet(text: string): Jwk[] {
	const parsed = z.array(jwk).min(1, 'holds no key').safeParse(keysIn(text))
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

function keysIn(text: string): unknown {
	try {
		const value: unknown = JSON.parse(text)
		return Array.isArray(value) ? value : (value as { keys?: unknown } | null)?.keys
	} catch {
		throw new Error('This is not JSON; a JWK set is {"keys":[…]}')
	}
}
