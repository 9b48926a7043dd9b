import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import type { Logger } from 'pino'
import type { Config } from '#platform/config/config.ts'
import { writeLastBackup } from '#platform/metrics/last-backup.ts'
import type { Db } from '#platform/pg/db.ts'
import { type ArchiveEntry, bytesOf, textEntry } from './archive/archive-entry.ts'
import { walkFiles } from './archive/walk-files.ts'
import { writeArchive } from './archive/write-archive.ts'
import { factsOf, listBackups, listIncomplete, nameBackup } from './backup-names.ts'
import { CheckImpossible, checkAndRecord } from './check-backup.ts'
import { clusterEntries } from './cluster-files.ts'
import { countRows, type TableCounts, unchangedRows } from './count-rows.ts'
import { databaseEntries } from './database/database-entries.ts'
import { canDecrypt } from './encryption.ts'
import { pruneErasures } from './erasures.ts'
import { type Manifest, manifestName, withoutCounts } from './manifest.ts'
import { beginRecord, type CheckResult, changeRecord, lastBackup } from './records.ts'
import { findExpired } from './retention.ts'
import type { BackupTarget } from './target/backup-target.ts'
import { pruneWal } from './wal/prune-wal.ts'

/** The dependencies of a backup. `owner` is the owner of the database, which is elsewhere when the settings have a DATABASE_URL. */
export type BackupDeps = {
	config: Config
	db: Db
	log: Pick<Logger, 'info' | 'warn' | 'error'>
	target: BackupTarget
	owner: pg.ClientConfig
}

export type BackupResult = { name: string; bytes: number; check: CheckResult | string }

/** Name of the lock that lets one node back up at a time. */
export const backupLock = 'backup'
/** A larger backup is restored for its check once a week, a smaller one each time. */
const alwaysChecked = 1024 ** 3
const weekInMilliseconds = 7 * 86_400_000

/** Entries of DATA_DIR that are no data: sockets, logs, caches, copies, and what a check or a restore left. */
const isOwnFile = (path: string) =>
	!/^(postgres|socket|cache|migration-copies|backup-check|(wal-archive|last-backup)\.json)/.test(path)

/**
 * Writes a backup into the target, checks it by a restore, and removes the expired ones.
 * @param schedule the setting that started it
 * @param stream the archive of the write-ahead log that runs meanwhile
 * @returns nothing when another node is backing up
 */
export async function makeBackup(
	deps: BackupDeps,
	{ schedule, stream }: { schedule?: string | undefined; stream?: string | undefined } = {},
): Promise<BackupResult | undefined> {
	const { db, target, config, log } = deps
	const release = await db.lock(backupLock, () => log.warn('the lock of the backup was lost; it goes on'))
	if (!release) return undefined
	try {
		const startedAt = new Date()
		const name = nameBackup(startedAt, config.BACKUP_KEY)
		const id = await beginRecord(db, name, schedule)
		try {
			await target.removeUnfinished()
			const { bytes, manifest } = await write(deps, name, startedAt, stream)
			await changeRecord(db, id, { bytes, finished: true })
			const check = await checkIfDue(deps, id, name, bytes, manifest)
			await writeLastBackup(config.DATA_DIR, true)
			await removeExpired(deps, stream)
			return { name, bytes, check }
		} catch (error) {
			await changeRecord(db, id, { problem: (error as Error).message })
			await writeLastBackup(config.DATA_DIR, false)
			throw error
		}
	} finally {
		await release()
	}
}

async function write(deps: BackupDeps, name: string, startedAt: Date, stream: string | undefined) {
	const { config, owner, target } = deps
	const manifest: Manifest = { format: 2, madeAt: '', startedAt: startedAt.toISOString() }
	const complete = () => {
		manifest.madeAt = new Date().toISOString()
		return textEntry(manifestName, `${JSON.stringify(manifest)}\n`)
	}
	const entries = entriesOf(config, owner, manifest, stream)
	const bytes = await target.write(name, writeArchive(entries, complete, config.BACKUP_KEY))
	const facts = config.BACKUP_KEY ? withoutCounts(manifest) : manifest
	await target.write(factsOf(name), bytesOf(`${JSON.stringify(facts)}\n`))
	return { bytes, manifest }
}

/** Files are read before and after the rows that name them, as they may be deleted or added meanwhile. */
async function* entriesOf(
	{ DATA_DIR: dataDir, DATABASE_URL }: Config,
	owner: pg.ClientConfig,
	manifest: Manifest,
	stream: string | undefined,
): AsyncGenerator<ArchiveEntry> {
	const written = new Set<string>()
	const files = async function* () {
		for await (const entry of walkFiles(dataDir, (path) => isOwnFile(path) && !written.has(path))) {
			if (entry.kind === 'file') written.add(entry.path)
			yield entry
		}
	}
	yield* files()
	if (DATABASE_URL) yield* databaseEntries(owner, manifest)
	else {
		const before: TableCounts = await countRows(owner)
		const cluster = clusterEntries(owner, join(dataDir, 'postgres'), (first) => {
			if (stream) manifest.wal = { stream, first }
		})
		let databaseBytes = 0
		for await (const entry of cluster) {
			if (entry.kind === 'file') databaseBytes += entry.size
			yield entry
		}
		manifest.databaseBytes = databaseBytes
		manifest.rows = unchangedRows(before, await countRows(owner))
		manifest.postgres = (await readFile(join(dataDir, 'postgres', 'PG_VERSION'), 'utf8')).trim()
	}
	yield* files()
}

/** @returns why there was no check, if there was none. @throws Error when it failed */
async function checkIfDue(
	deps: BackupDeps,
	id: string,
	name: string,
	bytes: number,
	manifest: Manifest,
): Promise<CheckResult | string> {
	const { config, db } = deps
	if (!canDecrypt(config.BACKUP_KEY)) return 'BACKUP_KEY only encrypts'
	const { checked_at } = await lastBackup(db)
	const isRecent = checked_at !== null && Date.now() - Number(checked_at) < weekInMilliseconds
	if (isRecent && bytes > alwaysChecked) return 'it is larger than 1 GB and one was checked less than a week ago'
	return checkAndRecord(deps, id, name, manifest).catch((cause: Error) => {
		if (cause instanceof CheckImpossible) return cause.message
		throw new Error(`The backup ${name} was written, and its check by a restore failed: ${cause.message}.`, { cause })
	})
}

async function removeExpired({ target, config }: BackupDeps, stream: string | undefined): Promise<void> {
	const backups = await listBackups(target)
	const expired = findExpired(backups, config.BACKUP_KEEP)
	for (const { name } of expired) {
		// Without its facts a backup is incomplete: an interrupted removal is finished next time.
		await target.remove(factsOf(name))
		await target.remove(name)
	}
	for (const name of await listIncomplete(target)) await target.remove(name)
	const kept = backups.filter((backup) => !expired.includes(backup))
	await pruneWal(target, kept, config.BACKUP_KEEP, stream)
	await pruneErasures(target, kept)
}
