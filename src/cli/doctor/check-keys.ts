import { join } from 'node:path'
import type pg from 'pg'
import { cliConfig, withOwner } from '#cli/with-deps.ts'
import { openKeyRing } from '#platform/auth/accounts/keys/key-ring.ts'
import { requireDatabaseBoundToKeys } from '#platform/auth/accounts/keys/root-key.ts'
import { loadKeys } from '#platform/keys/keys.ts'
import { createLog } from '#platform/log.ts'
import { openDb } from '#platform/pg/db.ts'
import { queryOwner } from '#platform/pg/engine/owner-socket.ts'
import { loginAs } from '#platform/pg/login-role.ts'

/** Checks that the keys can be read, belong to the database, and decrypt the keys that rotations stored in it. */
export async function checkKeys(): Promise<string> {
	const first = await loadKeys(cliConfig())
	const { signing, publicJwks } = await withOwner(async (client, { owner }) => {
		const { rows } = await client.query('select to_regclass(\'auth.root_key\') is not null as "isMigrated"')
		return rows[0].isMigrated ? openRing(first, owner) : first
	})
	const { length } = publicJwks.keys
	return `signing with ${signing.alg}, ${length} public key${length === 1 ? '' : 's'} published`
}

async function openRing(first: Awaited<ReturnType<typeof loadKeys>>, owner: pg.ClientConfig) {
	const db = openDb(loginAs(owner), 1, () => {})
	try {
		const ring = await openKeyRing(first, db, createLog('silent'))
		await requireDatabaseBoundToKeys(db, first)
		return ring
	} finally {
		await db.close()
	}
}

/** Queries the process that owns the data directory; the other checks use its PostgreSQL. */
export async function checkServer(): Promise<string> {
	const { DATABASE_URL, DATA_DIR } = cliConfig()
	if (DATABASE_URL) return 'not asked, as DATABASE_URL is set'
	const owner = await queryOwner(join(DATA_DIR, 'socket'))
	if (!owner) return `none runs on ${DATA_DIR}`
	if (owner.state === 'serving') return `runs as process ${owner.pid}`
	if (owner.state === 'starting') return `is starting as process ${owner.pid}`
	if (owner.state === 'silent') throw new Error(`A process owns ${DATA_DIR} and does not answer. Restart the server.`)
	throw new Error(
		`The server (process ${owner.pid}) is ${owner.state}. PostgreSQL's log is ${join(DATA_DIR, 'postgres.log')}.`,
	)
}
