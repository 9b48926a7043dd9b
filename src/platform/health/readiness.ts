import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '#platform/config/config.ts'
import type { Deps } from '#platform/deps.ts'
import { StorageFull } from '#platform/media/files/file-store.ts'
import { requireFreeSpace } from '#platform/media/files/free-space.ts'
import { tempFolder } from '#platform/media/files/temp-file.ts'
import { isDiskFull, isOutage } from '#platform/pg/pg-errors.ts'
import { throttled } from '#platform/throttled.ts'
import { withTimeout } from '#platform/with-timeout.ts'
import { migrationNames } from './migration-names.ts'
import { missingMigrations, probeQuery, spillQuery } from './queries.ts'

/** Milliseconds for which an outcome is cached: anybody may ask, and each check writes to the disk. */
const cacheMilliseconds = 1000

/** One part of the server. `reason` is a sentence for anybody: it names no path, address or setting's value. */
export type ReadinessPart = { name: 'database' | 'migrations' | 'files' | 'disk'; ok: boolean; reason?: string }

/** A refusal of the readiness check itself. */
class NotReady extends Error {}

/**
 * Checks that the database, the file store and the disk of DATA_DIR accept writes and that migrations are done, at most once a
 * second.
 * @param timeout time limit of each check, in milliseconds
 */
export function createReadinessCheck(
	{ config, db, files, log }: Pick<Deps, 'config' | 'db' | 'files' | 'log'>,
	timeout: number,
): () => Promise<ReadinessPart[]> {
	const service = { role: 'service_role' } as const
	const checks: Record<ReadinessPart['name'], () => Promise<void>> = {
		database: throttled(cacheMilliseconds, () =>
			db.as(
				service,
				async (tx) => {
					await Promise.all([tx.query(spillQuery()), tx.final(probeQuery())])
				},
				// With so little memory the spilling query needs the disk.
				{ statementTimeout: 2000, settings: { work_mem: '64kB' } },
			),
		),
		migrations: throttled(cacheMilliseconds, async () => {
			const query = missingMigrations(await migrationNames())
			const [row] = await db.as(service, (tx) => tx.final<{ missing: number }>(query), { readOnly: true })
			const missing = row?.missing ?? 0
			if (missing > 0) throw new NotReady(`${missing} of the migrations are not applied.`)
		}),
		files: throttled(cacheMilliseconds, () => files.requireWritable()),
		disk: throttled(cacheMilliseconds, () => requireDisk(config)),
	}
	const failing = new Set<ReadinessPart['name']>()
	/** A balancer asks every second or so: only the beginning and the end of a failure are logged. */
	const note = (name: ReadinessPart['name'], error?: unknown) => {
		if (error === undefined) {
			if (failing.delete(name)) log.info({ check: name }, 'ready again')
			return
		}
		if (!failing.has(name)) log.warn({ err: error, check: name }, 'not ready')
		failing.add(name)
	}
	// A probe needs its answer at once; the connection itself is given up later, by the stall watchdog.
	const lateError = () => new NotReady('There is no answer in time.')

	return () =>
		Promise.all(
			Object.entries(checks).map(async ([key, check]): Promise<ReadinessPart> => {
				const name = key as ReadinessPart['name']
				try {
					await withTimeout(timeout, check(), lateError)
					note(name)
					return { name, ok: true }
				} catch (error) {
					note(name, error)
					return { name, ok: false, reason: reasonOf(error) }
				}
			}),
		)
}

/** The space that requests need is on the disk of DATA_DIR, or on one that is mounted at the folder of files in transit. */
async function requireDisk(config: Pick<Config, 'DATA_DIR' | 'MIN_FREE_DISK_MB'>): Promise<void> {
	await requireWritable(config.DATA_DIR)
	const reserved = config.MIN_FREE_DISK_MB * 1024 ** 2
	await requireFreeSpace(config.DATA_DIR, 0, reserved)
	await requireFreeSpace(tempFolder(config), 0, reserved).catch((error) => {
		// It is made by the first file.
		if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error
	})
}

/** A new file each time: an existing one would be overwritten in place even on a full disk. */
async function requireWritable(folder: string): Promise<void> {
	const path = join(folder, '.ready')
	try {
		await writeFile(path, Buffer.alloc(4096, 1), { mode: 0o600, flush: true })
	} finally {
		await rm(path, { force: true }).catch(() => {})
	}
}

const reasons: Record<string, string> = {
	ENOSPC: 'The disk is full.',
	EDQUOT: 'The disk quota is used up.',
	EROFS: 'The disk is read-only.',
	EACCES: 'The server may not write there.',
	EPERM: 'The server may not write there.',
	ENOENT: 'The folder does not exist.',
	ENOTDIR: 'The folder does not exist.',
	EEXIST: 'The folder does not exist.',
	EIO: 'The disk reports errors.',
	'25006': 'The database is read-only.',
	'53400': 'The database may not write temporary files.',
	'57014': 'The database is too slow.',
}

/** The reason of a failure in words of our own: messages of the system name paths and hosts. */
function reasonOf(error: unknown): string {
	if (error instanceof NotReady) return error.message
	if (error instanceof StorageFull)
		return error.cause ? 'The disk is full.' : 'Less disk space is left than the server keeps free.'
	if (isDiskFull(error)) return 'The disk of the database is full.'
	const { code, syscall } = (error ?? {}) as { code?: unknown; syscall?: unknown }
	const known = typeof code === 'string' ? reasons[code] : undefined
	// A socket that is gone has the code of a missing folder.
	if (known && syscall !== 'connect') return known
	return isOutage(error) ? 'The database does not answer.' : 'Writing fails; the log says why.'
}
