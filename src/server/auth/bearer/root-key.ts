import { keyedHash } from '#server/keyed-hash.ts'
import type { Keys } from '#server/keys.ts'
import type { Db } from '#server/pg/db.ts'
import { claimRootKey, replaceRootKey, rootKey } from './root-key-queries.ts'
import { authService } from './service-role.ts'

type Secret = Pick<Keys, 'secret'>
type Row = { fingerprint: string }

/**
 * Binds the database to the keys of its first start.
 * @throws Error with one line that says what to do, when the database belongs to other keys
 */
export async function claimDatabase(db: Db, keys: Secret): Promise<void> {
	const [, rows] = await db.as(authService, (tx) =>
		Promise.all([tx.query(claimRootKey(fingerprintOf(keys))), tx.final<Row>(rootKey())]),
	)
	requireSame(rows, keys)
}

/**
 * The same without writing: a database that no server has used yet suits any keys.
 * @throws Error when the database belongs to other keys
 */
export async function requireOwnDatabase(db: Db, keys: Secret): Promise<void> {
	const rows = await db.as(authService, (tx) => tx.final<Row>(rootKey()), { readOnly: true })
	requireSame(rows, keys)
}

/** Makes the database belong to these keys. What was encrypted under others is lost. */
export const adoptDatabase = (keys: Secret) => replaceRootKey(fingerprintOf(keys))

function requireSame([row]: readonly Row[], keys: Secret): void {
	if (row && row.fingerprint !== fingerprintOf(keys))
		throw new Error(
			'This database belongs to another keys.json (or JWT_KEYS): give this node the same one. If that is lost, or the database came without it, run: plaudit keys reset --sign-everybody-out',
		)
}

function fingerprintOf({ secret }: Secret): string {
	return keyedHash(secret).update('plaudit root key').digest('base64url')
}
