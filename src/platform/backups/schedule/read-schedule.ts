import { Cron } from 'croner'
import type { LastBackup } from '#platform/backups/records.ts'

/** Words for common schedules; at night in UTC, and not at a full hour, when many machines are busy. */
const words: Record<string, string> = { hourly: '20 * * * *', daily: '20 3 * * *', weekly: '20 3 * * 0' }

/**
 * Reads a schedule: hourly, daily, weekly, or five fields of cron in UTC.
 * @returns a function that gives the next time after a moment
 * @throws Error with one line of advice
 */
export function readSchedule(text: string): (after: Date) => Date {
	const pattern = words[text.trim()] ?? text.trim()
	const advice = 'must be hourly, daily, weekly, or five fields of cron in UTC such as "20 3 * * *"'
	if (pattern.split(/\s+/).length !== 5) throw new Error(advice)
	let cron: Cron
	try {
		cron = new Cron(pattern, { paused: true, timezone: 'UTC' })
	} catch (error) {
		throw new Error(`${advice} (${(error as Error).message.replace(/^CronPattern: /, '')})`)
	}
	const next = (after: Date) => cron.nextRun(after)
	if (!next(new Date())) throw new Error(`${advice}; "${text}" names a day that never comes`)
	return (after) => next(after) ?? new Date(8.64e15)
}

/** Tolerated delay of a backup. */
const toleranceMilliseconds = 2 * 3_600_000

/** True when a schedule has asked for a backup since the last one. Before the first backup, none is overdue. */
export function isOverdue({ finished_at, started_at }: LastBackup, schedule: string | undefined): boolean {
	const last = finished_at ?? started_at
	return Boolean(schedule && last && Number(readSchedule(schedule)(last)) + toleranceMilliseconds < Date.now())
}
