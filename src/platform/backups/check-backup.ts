import { chmod, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { giveToPostgres, restoreTimeouts } from '#platform/backups/restore/open-restored.ts'
import type { BackupTarget } from '#platform/backups/target/backup-target.ts'
import type { Config } from '#platform/config/config.ts'
import type { Db } from '#platform/pg/db.ts'
import { startEmbedded } from '#platform/pg/engine/embedded.ts'
import { type ArchiveSource, extract } from './archive/extract.ts'
import { countRows } from './count-rows.ts'
import { loadDatabase } from './database/load-database.ts'
import { type Manifest, requireKnownFormat } from './manifest.ts'
import { beginCheck, type CheckResult, changeRecord } from './records.ts'
import { removeSteadily } from './steady-files.ts'

/** Name in DATA_DIR of the database that a backup is restored into for its check. */
export const checkFolder = 'backup-check'

/** The same for a command, beside which a server may check a backup. */
export const commandCheckFolder = 'backup-check-command'

/** A check that cannot be made on this machine, which says nothing against the backup. */
export class CheckImpossible extends Error {}

/**
 * Restores a backup for real: compares all files with their checksums, opens the database in a folder of its own, reads all its
 * tables and compares the number of rows; of a database at DATABASE_URL, the hash of the rows of each table.
 * @param name of the folder in DATA_DIR, which is removed at the end
 * @throws Error with what is wrong; CheckImpossible
 */
export async function checkBackup(
	config: Config,
	source: ArchiveSource,
	databaseBytes: number,
	name = checkFolder,
): Promise<CheckResult> {
	const folder = join(config.DATA_DIR, name)
	await removeSteadily(folder)
	await requireSpace(config, databaseBytes)
	try {
		const { manifest, files } = await extract(source, folder, (path) =>
			/^(postgres|database|migrations)(\/|$)/.test(path),
		)
		requireKnownFormat(source.name, manifest)
		if (manifest.database) return { files, ...(await loadRows(config, folder)) }
		if (!manifest.postgres) return { files, tables: 0, rows: 0 }
		return { files, ...(await compareRows(folder, manifest.rows ?? {})) }
	} finally {
		await removeSteadily(folder)
	}
}

/** Rows that were loaded are compared with the hashes of the backup. */
async function loadRows(config: Config, folder: string): Promise<Omit<CheckResult, 'files'>> {
	// A data directory without a database of its own may be closed to the user that PostgreSQL runs as.
	if (process.getuid?.() === 0) await chmod(config.DATA_DIR, 0o711)
	const server = await startEmbedded(folder, 4, { bounds: restoreTimeouts }).catch((cause: Error) => {
		throw new CheckImpossible(`the PostgreSQL that comes along cannot be started for it: ${cause.message}`, { cause })
	})
	try {
		const ownConfig = { ...config, DATA_DIR: folder }
		const loaded = await loadDatabase(ownConfig, folder, server.owner, {
			settle: async () => {},
			say: () => {},
		})
		return { tables: loaded.length, rows: loaded.reduce((sum, { rows }) => sum + rows, 0) }
	} catch (cause) {
		const [missing] = /extension "[^"]+" is not available/.exec((cause as Error).message) ?? []
		throw missing ? new CheckImpossible(`${missing} in the PostgreSQL that comes along`, { cause }) : cause
	} finally {
		await server.stop()
	}
}

async function compareRows(folder: string, expected: Record<string, number>): Promise<Omit<CheckResult, 'files'>> {
	await giveToPostgres(folder)
	const server = await startEmbedded(folder, 4, { bounds: restoreTimeouts })
	try {
		const found = await countRows(server.owner)
		for (const [name, rows] of Object.entries(expected)) {
			const restored = found.get(name)?.rows
			if (restored !== rows) throw new Error(`${name} has ${restored ?? 'no'} rows after a restore, not ${rows}`)
		}
		const counts = Object.values(expected)
		return { tables: counts.length, rows: counts.reduce((sum, rows) => sum + rows, 0) }
	} finally {
		await server.stop()
	}
}

async function requireSpace({ DATA_DIR, MIN_FREE_DISK_MB }: Config, bytes: number): Promise<void> {
	const { bavail, bsize } = await statfs(DATA_DIR)
	if (bavail * bsize - bytes < MIN_FREE_DISK_MB * 1024 ** 2)
		throw new Error(`DATA_DIR has no room for a copy of the database (${Math.ceil(bytes / 1024 ** 2)} MiB) to check it`)
}

type CheckDeps = { config: Config; db: Db; target: BackupTarget }

/** Restores a backup for its check, and notes when that began and what it found. @throws Error with what is wrong */
export async function checkAndRecord(
	{ config, db, target }: CheckDeps,
	id: string,
	name: string,
	manifest: Manifest,
): Promise<CheckResult> {
	await beginCheck(db, id)
	const checked = await checkBackup(config, { target, name, key: config.BACKUP_KEY }, manifest.databaseBytes ?? 0)
	await changeRecord(db, id, { checked })
	return checked
}
