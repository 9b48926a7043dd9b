import { createSecretKey } from 'node:crypto'
import type { Config } from '#platform/config/config.ts'
import { type ApiKeySet, type ApiKeys, apiKeySet, type ConfiguredKeys, chooseApiKeys } from './api-keys.ts'
import {
	publicJwk,
	type SigningKey,
	secretVerificationKey,
	signingKey,
	type VerificationKey,
	verificationKey,
} from './jwk.ts'
import { type KeyFile, loadKeyFile, readKeyFile } from './key-file.ts'
import { readSharedKeys } from './shared-keys.ts'

/** All secrets of an installation. All but the last three change while the server runs, so read them at each use. */
export type Keys = ApiKeys & {
	readonly signing: SigningKey
	/** Keyed by `kid`. The map is replaced whenever a key is added, removed or taken back. */
	readonly verification: ReadonlyMap<string, VerificationKey>
	/** Public JWK set as served at /auth/v1/.well-known/jwks.json. */
	readonly publicJwks: { keys: Record<string, unknown>[] }
	/** Generated API keys of keys.json or JWT_KEYS, and those of the settings. */
	readonly ownApiKeys: { readonly generated: ApiKeySet; readonly configured: ConfiguredKeys }
	/** The root secret: 256 bits for everything that only this installation signs. */
	secret: Buffer
	/** Root secrets that rotations replaced, under which some hashes are still compared. */
	readonly formerSecrets: readonly FormerSecret[]
}

/** `isCompromised`: links that it signed are refused. */
export type FormerSecret = { readonly secret: Buffer; readonly isCompromised: boolean }

/** The present root secret and the former ones. Values under a compromised one are good only where computing them takes more than the secret. */
export const allSecrets = ({ secret, formerSecrets }: Pick<Keys, 'secret' | 'formerSecrets'>): Buffer[] => [
	secret,
	...formerSecrets.map((former) => former.secret),
]

/** The present root secret and the former ones that are not compromised. */
export const trustedSecrets = ({ secret, formerSecrets }: Pick<Keys, 'secret' | 'formerSecrets'>): Buffer[] => [
	secret,
	...formerSecrets.filter(({ isCompromised }) => !isCompromised).map((former) => former.secret),
]

/** Keys that change while the server runs. */
export type KeyRing = Keys & {
	/** Follows rotations by notification, and by polling in case a notification is lost. */
	follow(): Promise<void>
	reload(): Promise<void>
	/** Calls back after keys were added, removed or taken back. */
	onChange(callback: () => void): void
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
	return openKeys(sharedKeys(config) ?? (await loadKeyFile(config.DATA_DIR)), config)
}

/** The same without creating any. @returns nothing before the first start */
export async function readKeys(config: Config): Promise<Keys | undefined> {
	const file = sharedKeys(config) ?? (await readKeyFile(config.DATA_DIR))
	return file && openKeys(file, config)
}

const sharedKeys = ({ JWT_KEYS }: Config): KeyFile | undefined =>
	JWT_KEYS === undefined ? undefined : readSharedKeys(JWT_KEYS)

function openKeys(file: KeyFile, config: Config): Keys {
	const usable = file.jwks.filter(({ state }) => state !== 'retired')
	const signing = usable.map(signingKey).find((key) => key !== undefined)
	if (!signing) throw new Error('There is no active private key to sign with.')
	const verification = new Map(usable.map((key) => [key.kid, verificationKey(key)]))
	if (config.JWT_SECRET)
		verification.set('JWT_SECRET', secretVerificationKey(createSecretKey(config.JWT_SECRET, 'utf8')))
	const { ANON_KEY, SERVICE_ROLE_KEY } = config
	const configured = { ANON_KEY, SERVICE_ROLE_KEY }
	const generated = apiKeySet.parse(file)
	return {
		signing,
		verification,
		publicJwks: { keys: usable.filter(({ kty }) => kty !== 'oct').map(publicJwk) },
		...chooseApiKeys(configured, [generated], []),
		ownApiKeys: { generated, configured },
		secret: Buffer.from(file.secret, 'base64url'),
		formerSecrets: [],
	}
}
