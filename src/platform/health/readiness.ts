import { readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '#platform/config/config.ts'
import type { Deps } from '#platform/deps.ts'
import { requireFreeSpace } from '#platform/media/files/free-space.ts'
import { tempFolder } from '#platform/media/files/temp-file.ts'
import { schemaFolder } from '#platform/pg/engine/open-database.ts'
import { throttled } from '#platform/throttled.ts'
import { withTimeout } from '#platform/with-timeout.ts'
import { failureReason, NotReady } from './failure-reason.ts'
import type { FileStoreState } from './file-store-watch.ts'
import { missingMigrations, probeQuery, spillQuery } from './queries.ts'

/** Milliseconds for which an outcome is cached: anybody may ask, and each check writes to the disk. */
const cacheMilliseconds = 1000

/** One part of the server. `reason` is a sentence for anybody: it names no path, address or setting's value. */
export type ReadinessPart = {
	name: 'database' | 'migrations' | 'files' | 'disk'
	ok: boolean
	reason?: string
	/** False for a part that fails and leaves the server ready. */
	required?: false
}

/** The dependencies of the readiness check. */
export type ReadinessDeps = Pick<Deps, 'config' | 'db' | 'files' | 'fileStoreWatch' | 'log'>

/**
 * Checks that the database, the file store and the disk of DATA_DIR accept writes, that disk space is left and that migrations are
 * done, at most once a second. Of S3 it tells the last look.
 * @param timeout time limit of each check, in milliseconds
 */
export function createReadinessCheck(
	{ config, db, files, fileStoreWatch, log }: ReadinessDeps,
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
		files: config.S3_BUCKET
			? async () => requireState(await fileStoreWatch.read())
			: throttled(cacheMilliseconds, () => files.requireWritable()),
		disk: throttled(cacheMilliseconds, () => requireDisk(config)),
	}
	const isS3 = (name: ReadinessPart['name']) => name === 'files' && config.S3_BUCKET !== undefined
	const failing = new Set<ReadinessPart['name']>()
	/** A balancer asks every second or so: only the beginning and the end of a failure are logged. */
	const note = (name: ReadinessPart['name'], error?: unknown) => {
		// The watch itself logs what it finds.
		if (isS3(name)) return
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
					const reason = failureReason(error)
					// All nodes share one S3: without it, everything but files works, and no other node does better.
					return { name, ok: false, reason, ...(isS3(name) && !config.READY_NEEDS_S3 ? { required: false } : {}) }
				}
			}),
		)
}

function requireState(state: FileStoreState): void {
	if (!state.ok) throw new NotReady(state.reason)
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

let names: Promise<string[]> | undefined

/** The names of the migrations that this version of the program needs, as the database lists them. */
function migrationNames(): Promise<string[]> {
	names ??= readdir(join(schemaFolder, 'migrations')).then((files) =>
		files.filter((name) => name.endsWith('.sql')).map((name) => `migrations/${name}`),
	)
	return names
}
