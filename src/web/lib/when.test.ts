import { describe, expect, it } from 'vitest'
import { dayWhen, dayWhenInside, shortWhen } from './when.ts'

const now = new Date(2026, 10, 21, 15, 30)
const at = (day: number, hour: number, minute = 0, month = 10, year = 2026) =>
	new Date(year, month, day, hour, minute).toISOString()

describe('times in words', () => {
	it('are short in a list', () => {
		expect(shortWhen(at(21, 15, 30), now, 'en-GB')).toBe('Just now')
		expect(shortWhen(at(21, 15, 16), now, 'en-GB')).toMatch(/^14 min/)
		expect(shortWhen(at(21, 10), now, 'en-GB')).toMatch(/^5 h/)
		expect(shortWhen(at(20, 23), now, 'en-GB')).toBe('Yesterday')
		expect(shortWhen(at(19, 12), now, 'en-GB')).toBe('Thu')
		expect(shortWhen(at(3, 12), now, 'en-GB')).toBe('3 Nov')
		expect(shortWhen(at(3, 12, 0, 4, 2025), now, 'en-GB')).toBe('3 May 2025')
	})

	it('name the day in a history', () => {
		expect(dayWhen(at(21, 9, 14), now, 'en-GB')).toBe('Today, 09:14')
		expect(dayWhen(at(20, 9, 5), now, 'en-GB')).toBe('Yesterday, 09:05')
		expect(dayWhen(at(18, 9), now, 'en-GB')).toBe('18 November')
	})

	it('go into a sentence, where only months keep their capital', () => {
		expect(dayWhenInside(at(21, 9, 14), now, 'en-GB')).toBe('today, 09:14')
		expect(dayWhenInside(at(18, 9), now, 'en-US')).toBe('November 18')
	})
})
