import type { LastBackup } from '#platform/backups/records.ts'
import { readSchedule } from './read-schedule.ts'

/** Tolerated delay of a backup. */
const toleranceMilliseconds = 2 * 3_600_000

/** True when a schedule has asked for a backup since the last one. Before the first backup, none is overdue. */
export function isOverdue({ finished_at, started_at }: LastBackup, schedule: string | undefined): boolean {
	const last = finished_at ?? started_at
	return Boolean(schedule && last && Number(readSchedule(schedule)(last)) + toleranceMilliseconds < Date.now())
}
