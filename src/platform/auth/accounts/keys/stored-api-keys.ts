import { authServiceRole } from '#platform/auth/service-role.ts'
import {
	type ApiKeySet,
	type ApiKeys,
	apiKeyFingerprint,
	apiKeySet,
	chooseApiKeys,
	makeApiKeys,
} from '#platform/keys/api-keys.ts'
import type { Keys } from '#platform/keys/keys.ts'
import { sealJson, unsealJson } from '#platform/keys/sealed-secret.ts'
import type { Db, Tx } from '#platform/pg/db.ts'
import { type ApiKeyRow, deleteAllApiKeys, insertApiKeys, selectApiKeys } from './api-key-queries.ts'
import { lockSigningKeys, notifySigningKeys } from './signing-key-queries.ts'

/** The purpose under which API keys are sealed in the database. */
export const apiKeysPurpose = 'api-keys'

/**
 * The API keys that are accepted, given those of the settings and those of the database.
 * @throws Error when the installation's secret cannot decrypt keys of the database
 */
export function mergeApiKeys({ secret, ownApiKeys }: Keys, rows: readonly ApiKeyRow[]): ApiKeys {
	const { generated, configured } = ownApiKeys
	const stored = rows.map(({ sealed }) => (sealed ? unsealApiKeys(sealed, secret) : generated))
	return chooseApiKeys(
		configured,
		[generated, ...stored],
		rows.flatMap((row) => row.taken_back),
	)
}

function unsealApiKeys(sealed: Buffer, secret: Buffer): ApiKeySet {
	try {
		return apiKeySet.parse(unsealJson(sealed, secret, apiKeysPurpose))
	} catch (cause) {
		throw new Error(
			'The API keys in the database were made with another keys.json (or JWT_KEYS). Restore that one; if it is lost, run: plaudit keys reset --sign-everybody-out',
			{ cause },
		)
	}
}

/** Makes new API keys for all nodes and takes every accepted one back, configured keys included. Running servers follow by notification. */
export async function replaceApiKeys({ db, keys }: { db: Db; keys: Keys }): Promise<ApiKeySet> {
	const made = makeApiKeys()
	await db.as(authServiceRole, async (tx) => {
		await tx.query(lockSigningKeys())
		const accepted = mergeApiKeys(keys, await tx.query<ApiKeyRow>(selectApiKeys())).roleByApiKey.keys()
		const takenBack = [...accepted].map(apiKeyFingerprint)
		await tx.query(insertApiKeys(sealJson(made, keys.secret, apiKeysPurpose), takenBack))
		await tx.query(notifySigningKeys())
	})
	return made
}

/** Replaces stored API keys that the present keys cannot decrypt by those of keys.json or JWT_KEYS. Keys that were taken back stay refused. */
export async function rebindApiKeys(tx: Tx, { ownApiKeys }: Pick<Keys, 'ownApiKeys'>): Promise<void> {
	const rows = await tx.query<ApiKeyRow>(selectApiKeys())
	if (rows.length === 0) return
	await tx.query(deleteAllApiKeys())
	const takenBack = new Set(rows.flatMap((row) => row.taken_back))
	for (const key of Object.values(ownApiKeys.generated)) takenBack.delete(apiKeyFingerprint(key))
	await tx.query(insertApiKeys(null, [...takenBack]))
}
