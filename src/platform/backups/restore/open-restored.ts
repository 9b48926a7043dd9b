import { execFile } from 'node:child_process'
import { chmod, chown, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type pg from 'pg'
import type { ArchiveSource } from '#platform/backups/archive/extract.ts'
import type { Manifest } from '#platform/backups/manifest.ts'
import { addFiles, addSegments, askForRecovery, findSegments } from '#platform/backups/wal/restore-wal.ts'
import { withClient } from '#platform/pg/connections.ts'
import { type Embedded, startEmbedded } from '#platform/pg/engine/embedded.ts'
import { findBinaries } from '#platform/pg/engine/embedded-binaries.ts'
import { findUnprivilegedUser } from '#platform/pg/engine/embedded-cluster.ts'

/** The moment to which the write-ahead log is recovered: `until`, or its end. */
export type RecoveryGoal = { until: Date | undefined }

/** The end of a recovery. */
export type Reached = {
	/** The last transaction that was recovered. */
	until: Date | undefined
	/** The end of the archived log, where it is before the moment that was asked for. */
	endOfLog: Date | undefined
}

/** Opens the unpacked cluster of an embedded database, after recovery of the log that follows it. */
export async function openRestored(
	{ target, key }: ArchiveSource,
	manifest: Manifest,
	staging: string,
	connections: number,
	log: RecoveryGoal | undefined,
): Promise<{ server: Embedded; reached: Reached }> {
	await requireSameVersion(manifest.postgres ?? '')
	const logFile = join(staging, 'postgres.log')
	const start = () =>
		startEmbedded(staging, connections, { bounds: restoreTimeouts }).catch(async (cause) => {
			throw new Error(await readEnd(logFile, (cause as Error).message), { cause })
		})
	const segments = log ? await findSegments(target, manifest, log.until) : []
	const last = segments.at(-1)
	const end = last ? new Date(last.archivedAt) : new Date(manifest.madeAt)
	const endOfLog = log?.until && end < log.until ? end : undefined
	const opened = async (server: Embedded) => ({
		server,
		reached: { until: await lastTransaction(server.owner), endOfLog },
	})
	if (segments.length === 0) {
		await giveToPostgres(staging)
		return opened(await start())
	}
	await addSegments(target, segments, staging, key)
	await addFiles(target, staging, key, log?.until)
	await askForRecovery(staging, log?.until)
	await giveToPostgres(staging)
	const server = await start().catch(async (error: Error) => {
		// Nothing happened between the last transaction in the log and the moment.
		if (!error.message.includes('before configured recovery target was reached')) throw error
		await rm(logFile, { force: true })
		await askForRecovery(staging, undefined)
		await giveToPostgres(staging)
		return start()
	})
	return opened(server)
}

/** The time of the last transaction that recovery has read. */
async function lastTransaction(owner: pg.ClientConfig): Promise<Date | undefined> {
	const { rows } = await withClient(owner, (client) => client.query('select pg_last_xact_replay_timestamp() as at'))
	return rows[0]?.at ?? undefined
}

/** @throws Error when the PostgreSQL of this version cannot open the files of another one */
export async function requireSameVersion(postgres: string): Promise<void> {
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
		// A connection that is refused meanwhile is a FATAL of its own.
		.filter((line) => /\b(FATAL|PANIC):(?!\s*the database system is )/.test(line))
		.at(-1)
	return fatal ? `PostgreSQL does not open the backup: ${fatal.replace(/^.*?(FATAL|PANIC):\s*/, '')}` : fallback
}

/** Recovery of a restored database may read days of WAL; a failed start is not repeated. */
export const restoreTimeouts = { recovering: 6 * 3_600_000, starts: 1 }

/** Gives the restored cluster in a data directory to the user that PostgreSQL runs as when this process is root. */
export async function giveToPostgres(dataDir: string): Promise<void> {
	const cluster = join(dataDir, 'postgres')
	await chmod(cluster, 0o700)
	if (process.getuid?.() !== 0) return
	const { uid, gid } = await findUnprivilegedUser()
	await chown(cluster, uid, gid)
	for (const name of await readdir(cluster, { recursive: true })) await chown(join(cluster, name), uid, gid)
}
