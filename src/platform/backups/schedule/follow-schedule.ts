import { setTimeout } from 'node:timers/promises'
import { type BackupDeps, makeBackup } from '#platform/backups/make-backup.ts'
import { lastBackup, lastTimed } from '#platform/backups/records.ts'
import { readSchedule } from './read-schedule.ts'

/** A failed backup is repeated after this time, so many times before the next one of the schedule. */
const retryMilliseconds = 10 * 60_000
const retries = 5
/** Clocks of nodes may differ by this. */
const clockTolerance = 60_000
/** Longest sleep: a clock that was set is noticed. */
const longestSleep = 15 * 60_000

/** Makes a backup at each time of BACKUP_SCHEDULE, and at once when one was missed or none was made yet. */
export async function followSchedule(
	deps: BackupDeps,
	schedule: string,
	stream: () => string | undefined,
	abort: AbortSignal,
): Promise<void> {
	const { db, log } = deps
	const next = readSchedule(schedule)
	await warnOfOtherSchedule(deps, schedule)
	const { finished_at } = await lastBackup(db)
	for (let due = finished_at ? next(finished_at) : new Date(); ; due = next(new Date())) {
		await waitUntil(due, abort)
		const last = await lastTimed(db).catch(() => undefined)
		// Another node of the same schedule was first.
		if (last && Number(last.started_at) > Number(due) - clockTolerance) continue
		for (let attempt = 0; attempt <= retries; attempt++) {
			if (attempt > 0) await setTimeout(retryMilliseconds, undefined, { signal: abort })
			if (await attemptBackup()) break
		}
	}

	async function attemptBackup(): Promise<boolean> {
		try {
			const made = await makeBackup(deps, { schedule, stream: stream() })
			if (made) {
				const { name, bytes, check } = made
				log.info({ name, bytes, check }, 'backed up')
			}
			return true
		} catch (error) {
			abort.throwIfAborted()
			log.error(`The backup of BACKUP_SCHEDULE failed: ${(error as Error).message}`)
			return false
		}
	}
}

async function warnOfOtherSchedule({ db, log }: BackupDeps, schedule: string): Promise<void> {
	const last = await lastTimed(db)
	if (last && last.schedule !== schedule)
		log.warn(
			`BACKUP_SCHEDULE is ${schedule} here, and the last backup was made by ${last.schedule}. If another node has that setting, give all nodes the same one, or only one node a schedule.`,
		)
}

async function waitUntil(due: Date, abort: AbortSignal): Promise<void> {
	for (;;) {
		abort.throwIfAborted()
		const left = Number(due) - Date.now()
		if (left <= 0) return
		await setTimeout(Math.min(left, longestSleep), undefined, { signal: abort })
	}
}
