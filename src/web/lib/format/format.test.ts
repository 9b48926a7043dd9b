import { expect, it } from 'vitest'
import { formatCount, formatDuration, formatLocale, languageName } from './format.ts'

it('lengths, languages and counts are formatted as text', () => {
	expect(formatDuration(84)).toBe('1:24')
	expect(formatDuration(9.6)).toBe('0:10')
	expect(languageName('ar', 'en')).toBe('Arabic')
	expect(languageName('?', 'en')).toBe('?')
	expect(formatCount(1, 'word')).toBe('1 word')
	expect(formatCount(1200, 'word', 'words', 'en-GB')).toBe('1,200 words')
})

it('times have the clock of the reader, also where the interface is not in their language', () => {
	const time = (language: string) => {
		const format = new Intl.DateTimeFormat(formatLocale(language), { hour: '2-digit', minute: '2-digit' })
		return format.format(new Date(2026, 10, 21, 15, 30))
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
