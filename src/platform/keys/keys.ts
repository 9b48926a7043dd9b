import { createHmac, createSecretKey } from 'node:crypto'
import type { Config } from '#platform/config/config.ts'
import {
	type Jwk,
	publicJwk,
	readJwkSet,
	type SigningKey,
	signingKey,
	type VerificationKey,
	verificationKey,
} from './jwk.ts'
import { type KeyFile, loadKeyFile } from './key-file.ts'

/** All secrets of an installation. Rotations replace the first three while the server runs, so read them at each use. */
export type Keys = {
	readonly signing: SigningKey
	/** By `kid`. The map is replaced whenever a key is added or removed. */
	readonly verification: ReadonlyMap<string, VerificationKey>
	/** Public JWK set as served at /auth/v1/.well-known/jwks.json. */
	readonly publicJwks: { keys: Record<string, unknown>[] }
	anonKey: string
	serviceRoleKey: string
	roleByApiKey: ReadonlyMap<string, 'anon' | 'service_role'>
	/** 256 bits for everything that only this installation signs. */
	secret: Buffer
}

/** Keys that change while the server runs. */
export type KeyRing = Keys & {
	/** Follows rotations by notification, and by polling in case a notification is lost. */
	follow(): Promise<void>
	reload(): Promise<void>
	close(): void
}

/** Users and sessions whose access tokens are refused before they expire (docs/decisions/0019-ended-sessions.md). */
export type EndedSessions = {
	/** True when the session of verified claims has ended, or its user is banned. */
	has(claims: { session_id?: unknown; sub?: unknown }): boolean
	/** Calls back soon after sessions ended or users were banned, once for many. */
	onChange(callback: () => void): void
	/** Reads earlier ends, then follows those of every node. Tokens are not to be accepted before this. */
	follow(): Promise<void>
	close(): void
}

/** Loads the keys from files and settings, creating them at the first start. */
export async function loadKeys(config: Config): Promise<Keys> {
	const file = await loadKeyFile(config.DATA_DIR)
	const shared = config.JWT_KEYS ? deriveSharedKeys(file, readJwkSet(config.JWT_KEYS)) : file
	return openKeys(shared, config)
}

/**
 * Nodes that share signing keys must agree on every other secret, so it is derived from the first private key. That
 * key must stay first, although others may sign.
 */
function deriveSharedKeys(file: KeyFile, jwks: Jwk[]): KeyFile {
	const root = jwks.find(({ d }) => d)?.d ?? ''
	const derive = (purpose: string) => createHmac('sha256', root).update(purpose)
	return {
		...file,
		anonKey: derivedRoleKey('anon', derive('plaudit api keys').digest()),
		serviceRoleKey: derivedRoleKey('service_role', derive('plaudit api keys').digest()),
		publishableKey: `sb_publishable_${derive('plaudit publishable key').digest('base64url').slice(0, 32)}`,
		secretKey: `sb_secret_${derive('plaudit secret key').digest('base64url').slice(0, 32)}`,
		jwks,
		secret: derive('plaudit secret').digest('base64url'),
	}
}

/** The same text on every node and at every start. It is accepted by its text, whichever key signs at the time. */
function derivedRoleKey(role: string, secret: Buffer): string {
	const [iat, exp] = [Date.UTC(2026, 0) / 1000, Date.UTC(2100, 0) / 1000]
	const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
	const body = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode({ iss: 'plaudit', role, iat, exp })}`
	return `${body}.${createHmac('sha256', secret).update(body).digest('base64url')}`
}

function openKeys(file: KeyFile, config: Config): Keys {
	const usable = file.jwks.filter(({ state }) => state !== 'retired')
	const signing = usable.map(signingKey).find((key) => key !== undefined)
	if (!signing) throw new Error('There is no active private key to sign with.')
	const verification = new Map(usable.map((key) => [key.kid, verificationKey(key)]))
	if (config.JWT_SECRET)
		verification.set('JWT_SECRET', {
			alg: 'HS256',
			key: createSecretKey(config.JWT_SECRET, 'utf8'),
		})
	const anonKey = config.ANON_KEY ?? file.anonKey
	const serviceRoleKey = config.SERVICE_ROLE_KEY ?? file.serviceRoleKey
	return {
		signing,
		verification,
		publicJwks: { keys: usable.filter(({ kty }) => kty !== 'oct').map(publicJwk) },
		anonKey,
		serviceRoleKey,
		roleByApiKey: new Map([
			[file.anonKey, 'anon'],
			[file.publishableKey, 'anon'],
			[file.serviceRoleKey, 'service_role'],
			[file.secretKey, 'service_role'],
			[anonKey, 'anon'],
			[serviceRoleKey, 'service_role'],
		]),
		secret: Buffer.from(file.secret, 'base64url'),
	}
}
