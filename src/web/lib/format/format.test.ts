import { describe, expect, it } from 'vitest'
import {
	formatCount,
	formatDuration,
	formatLocale,
	formatRelativeDay,
	formatRelativeDayInline,
	formatShortRelative,
	languageName,
} from './format.ts'

it('lengths, languages and counts are formatted as text', () => {
	expect(formatDuration(84)).toBe('1:24')
	expect(formatDuration(9.6)).toBe('0:10')
	expect(languageName('ar', 'en')).toBe('Arabic')
	expect(languageName('?', 'en')).toBe('?')
	expect(formatCount(1, 'word')).toBe('1 word')
	expect(formatCount(1200, 'word', 'words', 'en-GB')).toBe('1,200 words')
})

const now = new Date(2026, 10, 21, 15, 30)
const at = (day: number, hour: number, minute = 0, month = 10, year = 2026) =>
	new Date(year, month, day, hour, minute).toISOString()

it('times have the clock of the reader, also where the interface is not in their language', () => {
	const time = (language: string) => {
		const format = new Intl.DateTimeFormat(formatLocale(language), { hour: '2-digit', minute: '2-digit' })
		return format.format(now)
	}
	expect(time('en-GB')).toBe('15:30')
	expect(time('en-US')).toMatch(/^03:30\sPM$/)
	expect(time('de-DE')).toBe('15:30')
	expect(time('ar-EG')).toMatch(/^03:30\sPM$/)
})

it('a language that is no language tag gives English', () => {
	expect(formatLocale('C')).toBe('en')
	expect(formatLocale('en-US@posix')).toBe('en')
})

describe('relative dates', () => {
	it('times in a list are short', () => {
		expect(formatShortRelative(at(21, 15, 30), now, 'en-GB')).toBe('Just now')
		expect(formatShortRelative(at(21, 15, 16), now, 'en-GB')).toMatch(/^14 min/)
		expect(formatShortRelative(at(21, 10), now, 'en-GB')).toMatch(/^5 h/)
		expect(formatShortRelative(at(20, 23), now, 'en-GB')).toBe('Yesterday')
		expect(formatShortRelative(at(19, 12), now, 'en-GB')).toBe('Thu')
		expect(formatShortRelative(at(3, 12), now, 'en-GB')).toBe('3 Nov')
		expect(formatShortRelative(at(3, 12, 0, 4, 2025), now, 'en-GB')).toBe('3 May 2025')
	})

	it('the last hour reads as a distance, and a clock that is behind says just now', () => {
		expect(formatRelativeDay(at(21, 15, 30), now, 'en-GB')).toBe('Just now')
		expect(formatRelativeDay(at(21, 15, 32), now, 'en-GB')).toBe('Just now')
		expect(formatRelativeDay(at(21, 15, 25), now, 'en-GB')).toBe('5 minutes ago')
		expect(formatRelativeDayInline(at(21, 15, 29), now, 'en-GB')).toBe('1 minute ago')
		expect(formatRelativeDayInline(at(21, 15, 30), now, 'en-GB')).toBe('just now')
		expect(formatRelativeDayInline(at(21, 14, 30), now, 'en-GB')).toBe('today, 14:30')
	})

	it('times in a history name the day', () => {
		expect(formatRelativeDay(at(21, 15, 30), now, 'en-GB')).toBe('Just now')
		expect(formatRelativeDay(at(22, 0, 10), now, 'en-GB')).toBe('Just now')
		expect(formatRelativeDay(at(21, 9, 14), now, 'en-GB')).toBe('Today, 09:14')
		expect(formatRelativeDay(at(20, 9, 5), now, 'en-GB')).toBe('Yesterday, 09:05')
		expect(formatRelativeDay(at(18, 9), now, 'en-GB')).toBe('18 November')
	})

	it('times inside a sentence are lower case, except months', () => {
		expect(formatRelativeDayInline(at(21, 9, 14), now, 'en-GB')).toBe('today, 09:14')
		expect(formatRelativeDayInline(at(18, 9), now, 'en-US')).toBe('November 18')
	})
})
