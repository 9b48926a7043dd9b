import pg from 'pg'
import { openKeyRing } from '#server/auth/bearer/key-ring.ts'
import { requireOwnDatabase } from '#server/auth/bearer/root-key.ts'
import { loadKeys } from '#server/keys.ts'
import { createLog } from '#server/log.ts'
import { openDb } from '#server/pg/db.ts'
import { loginAs } from '#server/pg/login-role.ts'
import { cliConfig } from './open.ts'
import { openForCommand } from './open-database.ts'

/** Whether the keys can be read, the database belongs to them, and they open those that rotations left in it. */
export async function checkKeys(): Promise<string> {
	const config = cliConfig()
	const first = await loadKeys(config)
	const database = await openForCommand(config)
	try {
		const { signing, publicJwks } = (await isMigrated(database.owner))
			? await join(first, database.owner)
			: first
		const { length } = publicJwks.keys
		return `signing with ${signing.alg}, ${length} public key${length === 1 ? '' : 's'} published`
	} finally {
		await database.stop()
	}
}

async function isMigrated(owner: pg.ClientConfig): Promise<boolean> {
	const client = new pg.Client(owner)
	await client.connect()
	const { rows } = await client.query("select to_regclass('auth.root_key') as there")
	await client.end()
	return rows[0].there !== null
}

async function join(first: Awaited<ReturnType<typeof loadKeys>>, owner: pg.ClientConfig) {
	const db = openDb(loginAs(owner), 1, () => {})
	try {
		const ring = await openKeyRing(first, db, createLog('silent'))
		await requireOwnDatabase(db, first)
		return ring
	} finally {
		await db.close()
	}
}
