import { describe, expect, it } from 'vitest'
import { formatRelative } from './format-time.ts'

const now = new Date(2026, 10, 21, 15, 30)
const at = (day: number, hour: number, minute = 0, month = 10, year = 2026) =>
	new Date(year, month, day, hour, minute).toISOString()

describe('relative dates', () => {
	it('times in a list are short', () => {
		expect(formatRelative(at(21, 15, 30), 'row', now, 'en-GB')).toBe('Just now')
		expect(formatRelative(at(21, 15, 16), 'row', now, 'en-GB')).toMatch(/^14 min/)
		expect(formatRelative(at(21, 10), 'row', now, 'en-GB')).toMatch(/^5 h/)
		expect(formatRelative(at(20, 23), 'row', now, 'en-GB')).toBe('Yesterday')
		expect(formatRelative(at(19, 12), 'row', now, 'en-GB')).toBe('Thu')
		expect(formatRelative(at(3, 12), 'row', now, 'en-GB')).toBe('3 Nov')
		expect(formatRelative(at(3, 12, 0, 4, 2025), 'row', now, 'en-GB')).toBe('3 May 2025')
	})

	it('the last hour reads as a distance, and a clock that is behind says just now', () => {
		expect(formatRelative(at(21, 15, 30), 'label', now, 'en-GB')).toBe('Just now')
		expect(formatRelative(at(21, 15, 32), 'label', now, 'en-GB')).toBe('Just now')
		expect(formatRelative(at(21, 15, 25), 'label', now, 'en-GB')).toBe('5 minutes ago')
		expect(formatRelative(at(21, 15, 29), 'sentence', now, 'en-GB')).toBe('1 minute ago')
		expect(formatRelative(at(21, 15, 30), 'sentence', now, 'en-GB')).toBe('just now')
		expect(formatRelative(at(21, 14, 30), 'sentence', now, 'en-GB')).toBe('today, 14:30')
	})

	it('times in a history name the day', () => {
		expect(formatRelative(at(21, 15, 30), 'label', now, 'en-GB')).toBe('Just now')
		expect(formatRelative(at(22, 0, 10), 'label', now, 'en-GB')).toBe('Just now')
		expect(formatRelative(at(21, 9, 14), 'label', now, 'en-GB')).toBe('Today, 09:14')
		expect(formatRelative(at(20, 9, 5), 'label', now, 'en-GB')).toBe('Yesterday, 09:05')
		expect(formatRelative(at(18, 9), 'label', now, 'en-GB')).toBe('18 November')
	})

	it('times inside a sentence are lower case, except months', () => {
		expect(formatRelative(at(21, 9, 14), 'sentence', now, 'en-GB')).toBe('today, 09:14')
		expect(formatRelative(at(18, 9), 'sentence', now, 'en-US')).toBe('November 18')
	})

	it('a day reads on its own, also one that comes', () => {
		expect(formatRelative(at(21, 9, 14), 'day', now, 'en-GB')).toBe('today')
		expect(formatRelative(at(20, 9), 'day', now, 'en-GB')).toBe('yesterday')
		expect(formatRelative(at(28, 9), 'day', now, 'en-GB')).toBe('on 28 November')
	})
})
