import { authServiceRole } from '#platform/auth/service-role.ts'
import { type ApiKeySet, apiKeyFingerprint, makeApiKeys } from '#platform/keys/api-keys.ts'
import type { Keys } from '#platform/keys/keys.ts'
import { sealJson } from '#platform/keys/sealed-secret.ts'
import type { Db, Tx } from '#platform/pg/db.ts'
import { type ApiKeyRow, deleteAllApiKeys, insertApiKeys, selectApiKeys } from './api-key-queries.ts'
import { lockSigningKeys, notifySigningKeys } from './signing-key-queries.ts'
import { apiKeysPurpose, mergeApiKeys } from './stored-api-keys.ts'

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
