import type { Logger } from 'pino'
import { authServiceRole } from '#platform/auth/service-role.ts'
import { type ApiKeys, apiKeyFingerprint } from '#platform/keys/api-keys.ts'
import {
	type Jwk,
	publicJwk,
	type SigningKey,
	signingKey,
	type VerificationKey,
	verificationKey,
} from '#platform/keys/jwk.ts'
import type { FormerSecret, KeyRing, Keys } from '#platform/keys/keys.ts'
import { unseal, unsealJson } from '#platform/keys/sealed-secret.ts'
import type { Db } from '#platform/pg/db.ts'
import { type ApiKeyRow, selectApiKeys } from './api-key-queries.ts'
import { type FormerSecretRow, formerSecretPurpose, selectFormerSecrets } from './root-key-queries.ts'
import { type SigningKeyRow, selectSigningKeys } from './signing-key-queries.ts'
import { mergeApiKeys } from './stored-api-keys.ts'

type CurrentKeys = Pick<Keys, 'signing' | 'verification' | 'publicJwks'> & ApiKeys

/** The purpose under which a private key is sealed in the database. */
export const signingKeyPurpose = (kid: string) => `signing-key/${kid}`

const pollSeconds = 10

/**
 * Merges the configured keys with those that rotation created.
 * @throws Error when the installation's secret cannot decrypt keys of the database
 */
export async function openKeyRing(baseKeys: Keys, db: Db, log: Logger): Promise<KeyRing> {
	let current: CurrentKeys = baseKeys
	let lastState = ''
	const listeners: (() => void)[] = []
	let timer: NodeJS.Timeout | undefined
	let nextStart: NodeJS.Timeout | undefined

	async function reload(): Promise<void> {
		const [rows, apiKeyRows] = await db.as(
			authServiceRole,
			(tx) => Promise.all([tx.query<SigningKeyRow>(selectSigningKeys()), tx.final<ApiKeyRow>(selectApiKeys())]),
			{ readOnly: true },
		)
		const soonest = Math.min(...rows.map((row) => row.starts_in).filter((seconds) => seconds > 0))
		clearTimeout(nextStart)
		if (timer && soonest < pollSeconds) nextStart = setTimeout(tryReload, soonest * 1000 + 1).unref()
		const signingState = rows.map(({ kid, may_sign, verifies }) => `${kid} ${may_sign} ${verifies}`).join()
		const state = `${signingState} ${apiKeyRows.at(-1)?.generation}`
		// Caches of verified tokens are bound to the identity of this map, so it is replaced only on a change.
		if (state === lastState) return
		current = { ...mergeKeys(baseKeys, rows), ...mergeApiKeys(baseKeys, apiKeyRows) }
		lastState = state
		warnOfRefusedSettings(baseKeys, current, log)
		for (const callback of listeners) callback()
	}
	const tryReload = () => void reload().catch((error) => log.warn({ err: error }, 'signing keys cannot be read'))

	await reload()
	const formerSecrets = await readFormerSecrets(baseKeys, db)
	return {
		...baseKeys,
		formerSecrets,
		get signing() {
			return current.signing
		},
		get verification() {
			return current.verification
		},
		get publicJwks() {
			return current.publicJwks
		},
		get anonKey() {
			return current.anonKey
		},
		get serviceRoleKey() {
			return current.serviceRoleKey
		},
		get roleByApiKey() {
			return current.roleByApiKey
		},
		get refusedKeys() {
			return current.refusedKeys
		},
		reload,
		onChange: (callback) => listeners.push(callback),
		async follow() {
			timer = setInterval(tryReload, pollSeconds * 1000).unref()
			await db.listen('auth_signing_keys', tryReload, tryReload)
			await reload()
		},
		close() {
			clearInterval(timer)
			clearTimeout(nextStart)
			timer = undefined
		},
	}
}

/** The settings cannot be changed from here, so the operator is told that they no longer count. */
function warnOfRefusedSettings({ ownApiKeys }: Keys, { refusedKeys }: ApiKeys, log: Logger): void {
	for (const [setting, key] of Object.entries(ownApiKeys.configured))
		if (key !== undefined && refusedKeys.has(apiKeyFingerprint(key)))
			log.warn({ setting }, 'this API key was taken back: remove the setting, or give it a new key')
}

function mergeKeys(first: Keys, rows: readonly SigningKeyRow[]): Pick<Keys, 'signing' | 'verification' | 'publicJwks'> {
	const ended = new Set(rows.filter(({ verifies }) => !verifies).map(({ kid }) => kid))
	const made = rows.filter(({ verifies, sealed }) => verifies && sealed)
	const opened = made.map((row) => ({ ...row, jwk: unsealJwk(row, first.secret) }))
	const verification = new Map<string, VerificationKey>([...first.verification].filter(([kid]) => !ended.has(kid)))
	for (const { kid, jwk } of opened) verification.set(kid, verificationKey(jwk))
	const newest = opened.find(({ may_sign: maySign }) => maySign)
	return {
		signing: (newest && (signingKey(newest.jwk) as SigningKey)) ?? first.signing,
		verification,
		publicJwks: {
			keys: [
				...opened.map(({ jwk }) => publicJwk(jwk)),
				...first.publicJwks.keys.filter(({ kid }) => !ended.has(String(kid))),
			],
		},
	}
}

async function readFormerSecrets({ secret }: Keys, db: Db): Promise<FormerSecret[]> {
	const rows = await db.as(authServiceRole, (tx) => tx.final<FormerSecretRow>(selectFormerSecrets()), {
		readOnly: true,
	})
	return rows.map((row) => ({
		secret: unseal(row.sealed, secret, formerSecretPurpose(row.fingerprint)),
		isCompromised: row.is_compromised,
	}))
}

function unsealJwk({ kid, sealed }: SigningKeyRow, secret: Buffer): Jwk {
	try {
		return unsealJson(sealed ?? Buffer.alloc(0), secret, signingKeyPurpose(kid))
	} catch (cause) {
		throw new Error(
			'The signing keys in the database were made with another keys.json (or JWT_KEYS). Restore that one; if it is lost, run: plaudit keys reset',
			{ cause },
		)
	}
}
