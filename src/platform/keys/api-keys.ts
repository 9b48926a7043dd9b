import { createHash, createHmac, randomBytes } from 'node:crypto'
import { z } from 'zod'

/** API keys of both roles, each in both accepted forms: a role token, and an opaque key. */
export const apiKeySet = z.object({
	anonKey: z.string(),
	serviceRoleKey: z.string(),
	publishableKey: z.string(),
	secretKey: z.string(),
})
export type ApiKeySet = z.infer<typeof apiKeySet>

/** The API keys that a node accepts, and those that were taken back. */
export type ApiKeys = {
	readonly anonKey: string
	readonly serviceRoleKey: string
	readonly roleByApiKey: ReadonlyMap<string, 'anon' | 'service_role'>
	/** Keyed by `apiKeyFingerprint`. A role token among them is refused although its signature is good. */
	readonly refusedKeys: ReadonlySet<string>
}

/** Keys of the settings. */
export type ConfiguredKeys = { readonly ANON_KEY?: string | undefined; readonly SERVICE_ROLE_KEY?: string | undefined }

/**
 * Chooses the accepted keys: a configured key replaces the newest generated ones of its role. Both forms stay accepted when the configured key
 * is one of them.
 * @param sets generated keys, oldest first
 * @param takenBack fingerprints of keys that "plaudit keys replace" ended, which may still be configured
 */
export function chooseApiKeys(
	{ ANON_KEY, SERVICE_ROLE_KEY }: ConfiguredKeys,
	sets: readonly [ApiKeySet, ...ApiKeySet[]],
	takenBack: readonly string[],
): ApiKeys {
	const newest = sets.at(-1) ?? sets[0]
	const ended = new Set(takenBack)
	const keysOfRole = (configured: string | undefined, generated: string[]): string[] => {
		if (configured === undefined || ended.has(apiKeyFingerprint(configured))) return generated
		return generated.includes(configured) ? [configured, ...generated] : [configured]
	}
	const anon = keysOfRole(ANON_KEY, [newest.anonKey, newest.publishableKey])
	const service = keysOfRole(SERVICE_ROLE_KEY, [newest.serviceRoleKey, newest.secretKey])
	const roleByApiKey = new Map([
		...anon.map((key) => [key, 'anon'] as const),
		...service.map((key) => [key, 'service_role'] as const),
	])
	const generated = sets.flatMap((set) => Object.values(apiKeySet.parse(set)))
	const replaced = generated.filter((key) => !roleByApiKey.has(key)).map(apiKeyFingerprint)
	return {
		anonKey: anon[0] ?? newest.anonKey,
		serviceRoleKey: service[0] ?? newest.serviceRoleKey,
		roleByApiKey,
		refusedKeys: new Set([...ended, ...replaced]),
	}
}

/**
 * Names a key without revealing it. A token is named by its signed part: its signature can be written in other ways
 * that are as good.
 */
export function apiKeyFingerprint(key: string): string {
	const parts = key.split('.')
	const named = parts.length === 3 ? parts.slice(0, 2).join('.') : key
	return createHash('sha256').update(named).digest('base64url')
}

/** New API keys. They are accepted by their text: no signing key makes or verifies them. */
export function makeApiKeys(): ApiKeySet {
	const iat = Math.floor(Date.now() / 1000)
	const times = { iat, exp: iat + 10 * 365 * 86_400 }
	return {
		anonKey: roleKey('anon', randomBytes(32), times),
		serviceRoleKey: roleKey('service_role', randomBytes(32), times),
		...makeOpaqueKeys(),
	}
}

/** New opaque keys, 192 bits each. */
export function makeOpaqueKeys(): Pick<ApiKeySet, 'publishableKey' | 'secretKey'> {
	const opaque = (prefix: string) => `${prefix}${randomBytes(24).toString('base64url')}`
	return { publishableKey: opaque('sb_publishable_'), secretKey: opaque('sb_secret_') }
}

/** A role token that is accepted by its text, whichever key signs at the time. Equal arguments make the same text. */
export function roleKey(role: string, secret: Buffer, times: { iat: number; exp: number }): string {
	const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
	const body = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode({ iss: 'plaudit', role, ...times })}`
	return `${body}.${createHmac('sha256', secret).update(body).digest('base64url')}`
}
