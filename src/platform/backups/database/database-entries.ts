import { createHash } from 'node:crypto'
import type pg from 'pg'
import { type ArchiveEntry, textEntry } from '#platform/backups/archive/archive-entry.ts'
import type { Manifest } from '#platform/backups/manifest.ts'
import { keepAliveOptions } from '#platform/pg/connections.ts'
import { DatabaseClient } from '#platform/pg/database-client.ts'
import { readApplied } from '#platform/pg/migrations/schema-plan.ts'
import { readableTables, type Table } from '#platform/pg/move/check-source.ts'
import { beginReading, copyOut, describeSchema, prepareSession } from '#platform/pg/move/queries.ts'
import { readRows } from '#platform/pg/move/read-rows.ts'
import { hashTable, readSequenceStates } from '#platform/pg/move/row-source.ts'
import { type DatabasePlan, type DatabaseProof, partFile, planFile, proofFile } from './database-facts.ts'
import { lockShared, readOwnApplied, readServer } from './queries.ts'

/** Rows that are in memory at once, in bytes: a file in a tar begins with its size. */
const partBytes = 4 * 1024 ** 2
const chunkBytes = 256 * 1024

/**
 * All rows of a database as one snapshot sees them, below `database/`, while others write. Structure is not taken: migrations make it.
 * @param manifest has the facts of the database when the last entry was taken
 * @throws Error as `openSnapshot`
 */
export async function* databaseEntries(owner: pg.ClientConfig, manifest: Manifest): AsyncGenerator<ArchiveEntry> {
	const client = await connectForBackup(owner)
	try {
		const { plan, bytes } = await openSnapshot(client)
		const snapshotAt = new Date().toISOString()
		yield textEntry(planFile, JSON.stringify(plan))
		const proof: DatabaseProof = { tables: [], sequences: [] }
		const rows: Record<string, number> = {}
		let copied = 0
		for (const [index, table] of plan.tables.entries()) {
			const sha = createHash('sha256')
			let parts = 0
			for await (const part of readRows(client, copyOut(table.name, table.columns), partBytes)) {
				sha.update(part)
				copied += part.length
				yield partEntry(partFile(index, parts++), part)
			}
			const hashed = await hashTable(client, table)
			proof.tables.push({ ...hashed, parts, sha256: sha.digest('hex') })
			rows[table.name] = Number(hashed.rows)
		}
		proof.sequences = await readSequenceStates(client)
		yield textEntry(proofFile, JSON.stringify(proof))
		// A check unpacks the rows and loads them into another database.
		const facts: Partial<Manifest> = {
			format: 3,
			database: plan.server,
			snapshotAt,
			databaseBytes: bytes + copied,
			rows,
		}
		Object.assign(manifest, facts)
	} finally {
		await client.end()
	}
}

function partEntry(path: string, part: Buffer): ArchiveEntry {
	return { kind: 'file', path, mode: 0o600, mtime: new Date(), size: part.length, content: inChunks(part) }
}

async function* inChunks(part: Buffer): AsyncGenerator<Uint8Array> {
	for (let at = 0; at < part.length; at += chunkBytes) yield part.subarray(at, at + chunkBytes)
}

/** Tables that a restore makes itself; those in that database stay. */
const ownHistory = ['plaudit.migrations', 'plaudit.own_migrations']
/** A migration may end between the list of tables and the lock. */
const attempts = 5

/** A database as one snapshot sees it. `bytes` is what it takes on its disk, with indexes. */
type Snapshot = { client: pg.Client; plan: DatabasePlan; bytes: number }

/**
 * Begins to read a database while others write. The connection is the caller's to end, also when this fails.
 * @throws Error with one line: there is no Plaudit in it, a migration holds tables, or the owner may not read a table
 */
async function openSnapshot(client: pg.Client): Promise<Snapshot> {
	await client.query(prepareSession)
	if ((await readApplied(client)).length === 0)
		throw new Error('The database has no tables of Plaudit to back up. Start Plaudit on it once.')
	const tables = await lockTables(client)
	const applied = await readApplied(client)
	const { rows: own } = await client.query<{ name: string }>(readOwnApplied)
	const { rows: schema } = await client.query<{ line: string }>(describeSchema)
	const { rows: servers } = await client.query<{ server: string; bytes: string }>(readServer)
	const plan = {
		server: servers[0]?.server ?? '',
		applied,
		own: own.map(({ name }) => name),
		tables,
		schema: schema.map(({ line }) => line),
	}
	return { client, plan, bytes: Number(servers[0]?.bytes) }
}

/** A connection with a name by which an operator recognizes it. */
async function connectForBackup(owner: pg.ClientConfig): Promise<pg.Client> {
	const client = new DatabaseClient({ ...owner, application_name: 'plaudit-backup', ...keepAliveOptions })
	client.on('error', () => {})
	await client.connect()
	return client
}

/** Locks begin before the snapshot: rows that a migration rewrites are invisible to an older one. */
async function lockTables(client: pg.Client): Promise<Table[]> {
	for (let attempt = 0; attempt < attempts; attempt++) {
		const names = (await backedUp(client)).map(({ name }) => name)
		await client.query(beginReading)
		try {
			await client.query(lockShared(names))
			const tables = await backedUp(client)
			if (tables.map(({ name }) => name).join() === names.join()) return tables
		} catch (cause) {
			const { code } = cause as pg.DatabaseError
			if (code === '55P03')
				throw new Error('A migration or another session keeps tables locked. Back up again when it has ended.', {
					cause,
				})
			// It was dropped meanwhile.
			if (code !== '42P01' && code !== '3F000') throw cause
		}
		await client.query('rollback')
	}
	throw new Error('Tables are made and dropped all the time. Back up again when that has ended.')
}

async function backedUp(client: pg.Client): Promise<Table[]> {
	return (await readableTables(client)).filter(({ name }) => !ownHistory.includes(name))
}
