import { authServiceRole } from '#platform/auth/service-role.ts'
import { keyedHash } from '#platform/keys/keyed-hash.ts'
import type { Keys } from '#platform/keys/keys.ts'
import type { Db } from '#platform/pg/db.ts'
import { insertRootKey, replaceRootKey, selectRootKey } from './root-key-queries.ts'

type Secret = Pick<Keys, 'secret'>
type Row = { fingerprint: string }

/**
 * Binds the database to the keys of its first start.
 * @throws Error with an instruction when the database belongs to other keys
 */
export async function bindDatabaseToKeys(db: Db, keys: Secret): Promise<void> {
	const [, rows] = await db.as(authServiceRole, (tx) =>
		Promise.all([tx.query(insertRootKey(fingerprintOf(keys))), tx.final<Row>(selectRootKey())]),
	)
	requireSameFingerprint(rows, keys)
}

/**
 * Like bindDatabaseToKeys, without writing: a database that no server has used accepts any keys.
 * @throws Error with an instruction when the database belongs to other keys
 */
export async function requireDatabaseBoundToKeys(db: Db, keys: Secret): Promise<void> {
	const rows = await db.as(authServiceRole, (tx) => tx.final<Row>(selectRootKey()), {
		readOnly: true,
	})
	requireSameFingerprint(rows, keys)
}

/** Binds the database to these keys. Data encrypted under the former keys is lost. */
export const rebindDatabaseToKeys = (keys: Secret) => replaceRootKey(fingerprintOf(keys))

function requireSameFingerprint([row]: readonly Row[], keys: Secret): void {
	if (row && row.fingerprint !== fingerprintOf(keys))
		throw new Error(
			'This database belongs to another keys.json (or JWT_KEYS): give this node the same one. If that is lost, or the database came without it, run: plaudit keys reset --sign-everybody-out',
		)
}

function fingerprintOf({ secret }: Secret): string {
	return keyedHash(secret).update('plaudit root key').digest('base64url')
}
