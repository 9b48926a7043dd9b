import { Cron } from 'croner'

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
