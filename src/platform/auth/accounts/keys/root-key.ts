import type pg from 'pg'
import { authServiceRole } from '#platform/auth/service-role.ts'
import type { Config } from '#platform/config/config.ts'
import { adoptNextSecret, readKeyFile } from '#platform/keys/key-file.ts'
import { keyedHash } from '#platform/keys/keyed-hash.ts'
import { type Keys, readKeys } from '#platform/keys/keys.ts'
import { withClient } from '#platform/pg/connections.ts'
import type { Db } from '#platform/pg/db.ts'
import * as queries from './root-key-queries.ts'

type Secret = Pick<Keys, 'secret'>
type Row = { fingerprint: string }

/**
 * Binds the database to the keys of its first start.
 * @throws Error with an instruction when the database belongs to other keys
 */
export async function bindDatabaseToKeys(db: Db, keys: Secret): Promise<void> {
	const [, rows] = await db.as(authServiceRole, (tx) =>
		Promise.all([tx.query(queries.insertRootKey(fingerprintOf(keys))), tx.final<Row>(queries.selectRootKey())]),
	)
	requireSameFingerprint(rows, keys)
}

/**
 * Like bindDatabaseToKeys, without writing: a database that no server has used accepts any keys.
 * @throws Error with an instruction when the database belongs to other keys
 */
export async function requireDatabaseBoundToKeys(db: Db, keys: Secret): Promise<void> {
	const rows = await db.as(authServiceRole, (tx) => tx.final<Row>(queries.selectRootKey()), {
		readOnly: true,
	})
	requireSameFingerprint(rows, keys)
}

/**
 * Compares the keys of a node with a database before anything is migrated or written, the keys themselves included.
 * @throws Error with an instruction when the database belongs to other keys, or to keys that this node does not have
 */
export async function requireKeysOfDatabase(owner: pg.ClientConfig, config: Config): Promise<void> {
	const row = await readFingerprint(owner)
	if (!row) return
	await completeRotation(config, row)
	const keys = await readKeys(config)
	if (!keys) throw new Error(otherKeys)
	requireSameFingerprint([row], keys)
}

/** True when the database belongs to these keys. */
export async function isBoundTo(owner: pg.ClientConfig, keys: Secret): Promise<boolean> {
	return (await readFingerprint(owner))?.fingerprint === fingerprintOf(keys)
}

function readFingerprint(owner: pg.ClientConfig): Promise<Row | undefined> {
	return withClient(owner, async (client) => {
		const { rows } = await client.query<{ exists: boolean }>(queries.findRootKeys)
		return rows[0]?.exists ? (await client.query<Row>(queries.selectRootKey())).rows[0] : undefined
	})
}

/** Adopts the secret that a rotation noted in keys.json, when it was cut off after the database was bound to that. */
async function completeRotation({ DATA_DIR, JWT_KEYS }: Config, { fingerprint }: Row): Promise<void> {
	const next = JWT_KEYS === undefined ? (await readKeyFile(DATA_DIR))?.nextSecret : undefined
	if (next && fingerprintOf({ secret: Buffer.from(next, 'base64url') }) === fingerprint) await adoptNextSecret(DATA_DIR)
}

/**
 * Requires the keys of the database once more, after any rotation that is under way. From then on a rotation sees this node.
 * @throws Error with an instruction when the database belongs to other keys
 */
export async function requireKeysAfterRotation(db: Db, keys: Secret): Promise<void> {
	requireSameFingerprint(await db.as(authServiceRole, (tx) => tx.final<Row>(queries.selectRootKeyForShare())), keys)
}

/** Binds the database to these keys. Data encrypted under the former keys is lost. */
export const rebindDatabaseToKeys = (keys: Secret) => queries.replaceRootKey(fingerprintOf(keys))

function requireSameFingerprint([row]: readonly Row[], keys: Secret): void {
	if (row && row.fingerprint !== fingerprintOf(keys)) throw new Error(otherKeys)
}

const otherKeys =
	'This database belongs to another keys.json (or JWT_KEYS): give this node the same one, which "plaudit keys export" prints on a node that runs. If that is lost, or the database came without it, run: plaudit keys reset --sign-everybody-out'

/** Names a root secret without revealing it. */
export function fingerprintOf({ secret }: Secret): string {
	return keyedHash(secret).update('plaudit root key').digest('base64url')
}
