import { execFile } from 'node:child_process'
import { chmod, mkdir, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type pg from 'pg'
import type { Config } from '#platform/config/config.ts'
import { withClient } from '#platform/pg/connections.ts'
import { type Embedded, startEmbedded } from '#platform/pg/engine/embedded.ts'
import { findBinaries } from '#platform/pg/engine/embedded-binaries.ts'
import { findUnprivilegedUser } from '#platform/pg/engine/embedded-cluster.ts'
import { unfinishedCluster } from '#platform/pg/engine/open-database.ts'
import { type ArchiveSource, extract } from './archive/extract.ts'
import { copyFiles } from './copy-files.ts'
import { giveToPostgres } from './give-to-postgres.ts'
import { keptErasures } from './kept-erasures.ts'
import type { Manifest } from './manifest.ts'
import { restoreTimeouts } from './restore-timeouts.ts'
import { addFiles, addSegments, askForRecovery, endRecovery, findSegments } from './wal/restore-wal.ts'

/** What a restore takes besides the backup itself. */
export type RestoreOptions = {
	/** Whether the write-ahead log that follows the backup is recovered, too: all of it, or up to a moment. */
	log?: { until: Date | undefined }
	/** Works on the opened database. */
	settle(owner: pg.ClientConfig): Promise<void>
}

/**
 * Fills an empty DATA_DIR from an archive. Everything is unpacked, opened and settled in a folder of its own, and renamed into
 * place at the end, the database last: a start in between is refused, and a second restore begins again.
 */
export async function restoreBackup(config: Config, source: ArchiveSource, { log, settle }: RestoreOptions) {
	const { DATA_DIR, DATABASE_URL, DATABASE_POOL } = config
	const isAgain = await requireEmpty(DATA_DIR)
	const staging = join(DATA_DIR, unfinishedCluster)
	await mkdir(staging, { recursive: true, mode: 0o700 })
	if (process.getuid?.() === 0) await Promise.all([chmod(DATA_DIR, 0o711), chmod(staging, 0o711)])

	let until: Date | undefined
	const { manifest, files, bytes } = await extract(source, staging)
	if (manifest.postgres && DATABASE_URL)
		throw new Error(`${source.name} contains the embedded database, and DATABASE_URL is set: unset it to restore.`)
	if (!manifest.postgres && !DATABASE_URL)
		throw new Error(
			`${source.name} has files and keys, and no database, as DATABASE_URL was set: set it to the restored database.`,
		)
	if (manifest.postgres) {
		await requireSameVersion(manifest.postgres)
		const server = await openRestored(source, manifest, staging, DATABASE_POOL, log)
		until = await lastTransaction(server.owner)
		await settle(server.owner).finally(() => server.stop())
		await endRecovery(staging)
	}
	await moveIntoPlace(staging, DATA_DIR)
	return { manifest, files, bytes, isAgain, until }
}

/** Opens the unpacked database, after recovery of the log that follows it. */
async function openRestored(
	{ target, key }: ArchiveSource,
	manifest: Manifest,
	staging: string,
	connections: number,
	log: RestoreOptions['log'],
): Promise<Embedded> {
	const logFile = join(staging, 'postgres.log')
	const start = () =>
		startEmbedded(staging, connections, { bounds: restoreTimeouts }).catch(async (cause) => {
			throw new Error(await readEnd(logFile, (cause as Error).message), { cause })
		})
	const segments = log ? await findSegments(target, manifest, log.until) : []
	if (segments.length === 0) {
		await giveToPostgres(staging)
		return start()
	}
	await addSegments(target, segments, staging, key)
	await addFiles(target, staging, key, log?.until)
	await askForRecovery(staging, log?.until)
	await giveToPostgres(staging)
	return start().catch(async (error: Error) => {
		// Nothing happened between the last transaction in the log and the moment.
		if (!error.message.includes('before configured recovery target was reached')) throw error
		await rm(logFile, { force: true })
		await askForRecovery(staging, undefined)
		await giveToPostgres(staging)
		return start()
	})
}

/** The time of the last transaction that recovery has read. */
async function lastTransaction(owner: pg.ClientConfig): Promise<Date | undefined> {
	const { rows } = await withClient(owner, (client) => client.query('select pg_last_xact_replay_timestamp() as at'))
	return rows[0]?.at ?? undefined
}

async function moveIntoPlace(staging: string, dataDir: string): Promise<void> {
	for (const name of ['socket', 'postgres.log']) await rm(join(staging, name), { recursive: true, force: true })
	const names = (await readdir(staging)).filter((name) => name !== 'postgres')
	for (const name of names)
		if (name !== keptErasures) await rename(join(staging, name), join(dataDir, name))
		else {
			await copyFiles(join(staging, name), join(dataDir, name))
			await rm(join(staging, name), { recursive: true })
		}
	await rename(join(staging, 'postgres'), join(dataDir, 'postgres')).catch((error: NodeJS.ErrnoException) => {
		if (error.code !== 'ENOENT') throw error
	})
	await rm(staging, { recursive: true })
}

/**
 * Requires a folder that is empty but for the lists of what was erased; what an interrupted restore has left is removed, as that began in an empty one.
 * @returns whether there was such a restore
 */
export async function requireEmpty(folder: string): Promise<boolean> {
	const all = await readdir(folder).catch((error: NodeJS.ErrnoException): string[] => {
		if (error.code === 'ENOENT') return []
		throw new Error(`DATA_DIR (${folder}) is not a folder that can be read.`)
	})
	const names = all.filter((name) => name !== keptErasures)
	if (names.length === 0) return false
	if (!names.includes(unfinishedCluster))
		throw new Error(
			`DATA_DIR (${folder}) is not empty. Move it away, all but erased/, or set another DATA_DIR: nothing is overwritten.`,
		)
	// The mark goes last: an interrupted removal is continued.
	for (const name of names) if (name !== unfinishedCluster) await rm(join(folder, name), { recursive: true })
	await rm(join(folder, unfinishedCluster), { recursive: true })
	return true
}

async function requireSameVersion(postgres: string): Promise<void> {
	const user = process.getuid?.() === 0 ? await findUnprivilegedUser() : undefined
	const { stdout } = await promisify(execFile)((await findBinaries(user?.uid)).postgres, ['-V'])
	if (!stdout.includes(` ${postgres}.`))
		throw new Error(`The backup is of PostgreSQL ${postgres}, and this is ${stdout.trim()}.`)
}

/** The last complaint of PostgreSQL, which says more than that it did not start. */
async function readEnd(path: string, fallback: string): Promise<string> {
	const log = await readFile(path, 'utf8').catch(() => '')
	const fatal = log
		.split('\n')
		.filter((line) => /\b(FATAL|PANIC):/.test(line))
		.at(-1)
	return fatal ? `PostgreSQL does not open the backup: ${fatal.replace(/^.*?(FATAL|PANIC):\s*/, '')}` : fallback
}
