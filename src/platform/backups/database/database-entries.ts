import { createHash } from 'node:crypto'
import type pg from 'pg'
import { type ArchiveEntry, textEntry } from '#platform/backups/archive/archive-entry.ts'
import type { Manifest } from '#platform/backups/manifest.ts'
import { copyOut } from '#platform/pg/move/queries.ts'
import { readRows } from '#platform/pg/move/read-rows.ts'
import { hashTable, readSequenceStates } from '#platform/pg/move/row-source.ts'
import { type DatabaseProof, partFile, planFile, proofFile } from './database-facts.ts'
import { connectForBackup, openSnapshot } from './open-snapshot.ts'

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
