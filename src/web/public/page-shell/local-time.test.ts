import { expect, it } from 'vitest'
import { formatLocalTime } from './local-time.ts'

const now = new Date(2026, 10, 21, 15, 30)
const at = (day: number, hour: number, minute: number) => new Date(2026, 10, day, hour, minute).toISOString()

it('a moment reads as a distance, as a time of today, or as a date with its time', () => {
	expect(formatLocalTime(at(21, 15, 30), 'en-GB', now)).toBe('now')
	expect(formatLocalTime(at(21, 15, 32), 'en-GB', now)).toBe('now')
	expect(formatLocalTime(at(21, 15, 25), 'en-GB', now)).toBe('5 minutes ago')
	expect(formatLocalTime(at(21, 9, 14), 'en-GB', now)).toBe('today, 09:14')
	expect(formatLocalTime(at(20, 9, 14), 'en-GB', now)).toBe('20 November 2026 at 09:14')
	expect(formatLocalTime(at(21, 15, 25), 'de', now)).toBe('vor 5 Minuten')
})
