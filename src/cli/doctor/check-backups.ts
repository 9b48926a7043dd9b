import { cliConfig, withDb } from '#cli/with-deps.ts'
import { lastBackup } from '#platform/backups/records.ts'
import { isOverdue } from '#platform/backups/schedule/read-schedule.ts'
import { openTarget } from '#platform/backups/target/open-target.ts'
import { readWalState } from '#platform/backups/wal/wal-state.ts'

/** Reports the state of the backups. @throws Error when the target cannot be used, or the last backup failed or is overdue */
export async function checkBackups(): Promise<string> {
	const config = cliConfig()
	const { BACKUP_TARGET: address, BACKUP_SCHEDULE: schedule } = config
	if (!address) return 'none are made: set BACKUP_SCHEDULE and BACKUP_TARGET'
	await openTarget(config, address).list('')
	const last = await withDb(lastBackup)
	if (last.problem) throw new Error(`The last backup failed: ${last.problem}`)
	const wal = await readWalState(config.DATA_DIR)
	if (schedule && wal?.problem) throw new Error(wal.problem)
	if (isOverdue(last, schedule))
		throw new Error(
			`The last backup is of ${(last.finished_at ?? last.started_at)?.toISOString()}, and BACKUP_SCHEDULE is ${schedule}: does the server run, and with these settings?`,
		)
	if (!last.finished_at) return `none is made yet in ${address}`
	const checked = last.checked_at ? `, one was restored for a check at ${last.checked_at.toISOString()}` : ''
	const log = schedule && wal?.until ? `, and the write-ahead log is archived until ${wal.until}` : ''
	return `the last is of ${last.finished_at.toISOString()}${checked}${log}`
}
