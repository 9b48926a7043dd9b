import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type pg from 'pg'
import { listBackups } from '#platform/backups/backup-names.ts'
import { type BackupDeps, makeBackup } from '#platform/backups/make-backup.ts'
import { createFileArchive } from '#platform/backups/wal/archive-files.ts'
import { createWalArchive, WalGap } from '#platform/backups/wal/archive-wal.ts'
import { writeWalState } from '#platform/backups/wal/wal-state.ts'

const intervalMilliseconds = 5000
/** After a failure, the target has time to recover. */
const pauseAfterFailure = 20_000
const backupRetry = 10 * 60_000
const uploadMilliseconds = 10 * 60_000

/**
 * Archives the write-ahead log and new files until the process ends, and makes the backup that a new stream begins with.
 * A target that is away or full never stops the service.
 */
export async function followWal(
	deps: BackupDeps,
	owner: pg.ClientConfig,
	schedule: string,
	abort: AbortSignal,
): Promise<{ current(): string | undefined }> {
	const { config, target, log } = deps
	const archive = createWalArchive(config, owner, target)
	let problem: string | null = null
	let until: string | null = null
	let backedUp: string | undefined
	let triedAt = Number.NEGATIVE_INFINITY
	let archiveFiles: (() => Promise<void>) | undefined

	async function step(): Promise<void> {
		const done = await archive.archive()
		archiveFiles ??= config.S3_BUCKET ? async () => {} : await openFiles()
		await archiveFiles()
		until = done.until.toISOString()
		if (problem) log.info('the write-ahead log is archived again')
		problem = null
	}

	async function openFiles() {
		const [newest] = await listBackups(target)
		const since = Math.min(Date.now(), Number(newest?.startedAt ?? Date.now())) - uploadMilliseconds
		return createFileArchive(join(config.DATA_DIR, 'storage'), target, config.BACKUP_KEY, since)
	}

	async function note(error: Error): Promise<void> {
		const text =
			error instanceof WalGap
				? error.message
				: `The write-ahead log waits in DATA_DIR for its archive: ${error.message}`
		if (text !== problem) log.error(text)
		problem = text
	}

	/** Without a backup of its own, a stream cannot be restored. */
	async function requireBackup(): Promise<void> {
		const stream = archive.current()
		if (!stream || backedUp === stream || performance.now() - triedAt < backupRetry) return
		const backups = await listBackups(target)
		if (!backups.some(({ manifest }) => manifest.wal?.stream === stream)) {
			triedAt = performance.now()
			const made = await makeBackup(deps, { schedule, stream })
			if (!made) return
			const { name, bytes, check } = made
			log.info({ name, bytes, check }, 'backed up, and the write-ahead log follows')
		}
		backedUp = stream
	}

	await step().catch(note)
	void (async () => {
		while (!abort.aborted) {
			await step().catch(note)
			await writeWalState(config.DATA_DIR, { until, problem }).catch(note)
			await setTimeout(problem ? pauseAfterFailure : intervalMilliseconds, undefined, { signal: abort }).catch(() => {})
		}
	})()
	void (async () => {
		while (!abort.aborted) {
			await requireBackup().catch((error: Error) =>
				log.error(`The backup that the write-ahead log begins with failed: ${error.message}`),
			)
			await setTimeout(intervalMilliseconds, undefined, { signal: abort }).catch(() => {})
		}
	})()
	return { current: archive.current }
}
