import { expect, it } from 'vitest'
import { findExpired, readRetention } from './retention.ts'
import { readSchedule } from './schedule/read-schedule.ts'

const day = 86_400_000
const start = Date.parse('2026-11-27T03:20:00Z')

it('retention keeps the last backup of each of the last days and weeks, and the newest always', () => {
	const backups = Array.from({ length: 120 }, (_, i) => ({ madeAt: new Date(start - (i * day) / 2) }))
	const expired = new Set(findExpired(backups, { days: 3, weeks: 3 }))
	const kept = backups.filter((backup) => !expired.has(backup)).map(({ madeAt }) => madeAt.toISOString().slice(0, 13))
	// 22 and 15 November are Sundays, the last days of their weeks.
	expect(kept).toEqual(['2026-11-27T03', '2026-11-26T15', '2026-11-25T15', '2026-11-22T15', '2026-11-15T15'])
	expect(findExpired([{ madeAt: new Date(0) }], { days: 1, weeks: 0 })).toEqual([])
})

it('retention is read from days and weeks, and nothing else', () => {
	expect(readRetention('7d 4w')).toEqual({ days: 7, weeks: 4 })
	expect(readRetention('30d')).toEqual({ days: 30, weeks: 0 })
	for (const text of ['', '0d', '7', '4w', '7d4x', '-1d']) expect(readRetention(text)).toBeUndefined()
})

it('a schedule is a word or five fields of cron in UTC, and a wrong one says what it must be', () => {
	const next = (text: string) => readSchedule(text)(new Date('2026-11-27T03:20:00Z')).toISOString()
	expect(next('daily')).toBe('2026-11-28T03:20:00.000Z')
	expect(next('hourly')).toBe('2026-11-27T04:20:00.000Z')
	expect(next('weekly')).toBe('2026-11-29T03:20:00.000Z')
	expect(next('*/15 * * * *')).toBe('2026-11-27T03:30:00.000Z')
	for (const text of ['often', '61 * * * *', '* * * * * *', '0 0 31 2 *'])
		expect(() => readSchedule(text)).toThrow('must be hourly, daily, weekly, or five fields of cron')
})
