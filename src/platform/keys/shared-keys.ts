import { createHmac } from 'node:crypto'
import { z } from 'zod'
import { roleKey } from './api-keys.ts'
import { type Jwk, parseSet, readJwkSet } from './jwk.ts'
import { type KeyFile, keyFile } from './key-file.ts'

/**
 * Member of a JWK set with the secrets of a keys.json that was not made by JWT_KEYS. Readers of JWK sets ignore members that they do
 * not know (RFC 7517, section 5).
 */
const ownMember = 'plaudit'
const secrets = keyFile.omit({ jwks: true, nextSecret: true })

/**
 * Reads the setting JWT_KEYS, on which all nodes agree: the secrets that `writeSharedKeys` put beside the keys, else secrets that are
 * derived from the first private key. That key must stay first, although others may sign.
 * @throws Error with one line that describes the mistake
 */
export function readSharedKeys(text: string): KeyFile {
	const jwks = readJwkSet(text)
	const set = parseSet(text)
	const own = (set as Record<string, unknown>)[ownMember]
	if (own === undefined) return deriveSharedKeys(jwks)
	const parsed = secrets.safeParse(own)
	if (!parsed.success)
		throw new Error(
			`The member "${ownMember}" is not as "plaudit keys export" prints it: ${z.prettifyError(parsed.error)}`,
		)
	return { jwks, ...parsed.data }
}

/** The value of JWT_KEYS that gives another node the keys of this keys.json, as one line. */
export function writeSharedKeys({ jwks, nextSecret: _, ...rest }: KeyFile): string {
	return JSON.stringify({ keys: jwks, [ownMember]: rest })
}

/** Nodes that share signing keys must agree on every other secret. */
function deriveSharedKeys(jwks: Jwk[]): KeyFile {
	const root = jwks.find(({ d }) => d)?.d ?? ''
	// The same text on every node and at every start.
	const times = { iat: Date.UTC(2026, 0) / 1000, exp: Date.UTC(2100, 0) / 1000 }
	const derive = (purpose: string) => createHmac('sha256', root).update(purpose)
	return {
		anonKey: roleKey('anon', derive('plaudit api keys').digest(), times),
		serviceRoleKey: roleKey('service_role', derive('plaudit api keys').digest(), times),
		publishableKey: `sb_publishable_${derive('plaudit publishable key').digest('base64url').slice(0, 32)}`,
		secretKey: `sb_secret_${derive('plaudit secret key').digest('base64url').slice(0, 32)}`,
		jwks,
		secret: derive('plaudit secret').digest('base64url'),
	}
}
