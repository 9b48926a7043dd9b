/**
 * Process beside the server that makes its backups, so that compression and encryption never delay a request. It ends with
 * the server.
 */
import { setPriority } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { checkFolder } from '#platform/backups/check-backup.ts'
import { exportErasures } from '#platform/backups/erasures.ts'
import { type BackupDeps, makeBackup } from '#platform/backups/make-backup.ts'
import { stopLeftover } from '#platform/backups/restore/stop-leftover.ts'
import { followSchedule } from '#platform/backups/schedule/follow-schedule.ts'
import { followWal } from '#platform/backups/schedule/follow-wal.ts'
import { openTarget } from '#platform/backups/target/open-target.ts'
import { tryRestore } from '#platform/backups/try-restore.ts'
import type { BackupRequest } from '#platform/deps.ts'
import { createLog } from '#platform/log.ts'
import { niceness } from '#platform/lower-priority.ts'
import { parseDatabaseUrl } from '#platform/pg/database-url.ts'
import { openDb } from '#platform/pg/db.ts'
import { embeddedOwner } from '#platform/pg/engine/embedded.ts'
import { loginAs } from '#platform/pg/login-role.ts'
import { readConfig } from './settings.ts'

const pauseAfterError = 60_000
const erasureExportInterval = 20_000

const { config } = readConfig(process.env)
const log = createLog(config.LOG_LEVEL)
const ending = new AbortController()
const leftover = join(config.DATA_DIR, checkFolder)

process.on('disconnect', () => {
	ending.abort()
	stopLeftover(leftover)
	process.exit(0)
})
// The server decides when this process ends; Ctrl+C reaches both.
process.on('SIGINT', () => {}).on('SIGTERM', () => {})
setPriority(niceness)
stopLeftover(leftover)

const owner = config.DATABASE_URL
	? parseDatabaseUrl(config.DATABASE_DIRECT_URL ?? config.DATABASE_URL)
	: embeddedOwner(config.DATA_DIR)
const deps: BackupDeps = {
	config,
	log,
	db: openDb(loginAs(owner), 2, (error) => log.warn({ err: error }, 'the database connection of backups was lost')),
	target: openTarget(config, config.BACKUP_TARGET ?? ''),
	owner,
}

/** Repeats work that ends only by an error, as while the database is down. */
async function keepOn(work: () => Promise<void>): Promise<void> {
	while (!ending.signal.aborted) {
		await work().catch((error) => log.error({ err: error }, 'backups are interrupted; they go on in a minute'))
		await setTimeout(pauseAfterError, undefined, { signal: ending.signal }).catch(() => {})
	}
}

void keepOn(() => exportErasuresOften(deps, ending.signal))
let stream: () => string | undefined = () => undefined
const work: Record<BackupRequest, () => Promise<unknown>> = {
	'back up': () => makeBackup(deps, { stream: stream() }),
	'try a restore': () => tryRestore(deps),
}
process.on('message', (message) => {
	if (typeof message !== 'string' || !(message in work)) return
	work[message as BackupRequest]().catch((error) =>
		log.error(`An operator asked for this, and it failed: ${message}. ${(error as Error).message}`),
	)
})
const { BACKUP_SCHEDULE: schedule } = config
if (schedule) {
	const wal = config.DATABASE_URL ? undefined : await followWal(deps, owner, schedule, ending.signal)
	stream = () => wal?.current()
	void keepOn(() => followSchedule(deps, schedule, stream, ending.signal))
}

/** Notes erasures in the target, on one node at a time. A failure is logged once, until it works again. */
async function exportErasuresOften({ db, target, log }: BackupDeps, abort: AbortSignal): Promise<void> {
	let isFailing = false
	for (;;) {
		const release = await db.lock('erasures', () => {})
		if (release)
			try {
				await exportErasures(db, target)
				isFailing = false
			} catch (error) {
				if (!isFailing)
					log.error(
						`Erasures cannot be noted beside the backups, and a restore would bring them back: ${(error as Error).message}`,
					)
				isFailing = true
			} finally {
				await release()
			}
		await setTimeout(erasureExportInterval, undefined, { signal: abort })
	}
}
