import { isOverdue } from '#platform/backups/schedule/read-schedule.ts'
import type { Config } from '#platform/config/config.ts'
import type { Metrics } from '#platform/metrics/metrics.ts'
import type { Sample } from '#platform/metrics/render-metrics.ts'
import type { Db } from '#platform/pg/db.ts'
import { lastBackup } from './records.ts'
import { readWalState } from './wal/wal-state.ts'

/** Gauges of the backups of all nodes, while there is a BACKUP_TARGET. */
export function collectBackups(metrics: Metrics, { BACKUP_TARGET, BACKUP_SCHEDULE, DATA_DIR }: Config, db: Db): void {
	if (!BACKUP_TARGET) return
	metrics.collect(async (): Promise<Sample[]> => {
		const last = await lastBackup(db)
		const wal = await readWalState(DATA_DIR)
		return [
			...timestamp('plaudit_backup_last_success_timestamp_seconds', last.finished_at),
			...timestamp('plaudit_backup_last_check_timestamp_seconds', last.checked_at),
			...timestamp('plaudit_wal_archived_until_timestamp_seconds', wal?.until),
			...(last.bytes === null ? [] : [{ name: 'plaudit_backup_last_size_bytes', value: last.bytes } as const]),
			{ name: 'plaudit_backup_overdue', value: Number(isOverdue(last, BACKUP_SCHEDULE)) },
			{ name: 'plaudit_backup_failed', value: last.problem ? 1 : 0 },
			{ name: 'plaudit_backup_check_failed', value: last.check_problem ? 1 : 0 },
			{ name: 'plaudit_wal_archive_failed', value: wal?.problem ? 1 : 0 },
		]
	})
}

/** A time that is not known is left out: dashboards would show the age of the year 1970. */
function timestamp(name: Sample['name'], time: Date | string | null | undefined): Sample[] {
	return time ? [{ name, value: Number(new Date(time)) / 1000 }] : []
}
