import { describe, expect, it } from 'vitest'
import { formatDuration, lengthClass, textDirection, textLanguage, truncateText } from './typesetting.ts'

describe('typesetting', () => {
	it.each([
		[1, 1],
		[60, 1],
		[61, 2],
		[160, 2],
		[161, 3],
		[360, 3],
		[361, 4],
		[5000, 4],
	])('a text of %i characters has the length class %i', (length, expected) => {
		expect(lengthClass('a'.repeat(length))).toBe(expected)
	})
	it('wide characters count double', () => {
		expect(lengthClass('海'.repeat(40))).toBe(2)
	})
	it('the direction is that of the first letter with one', () => {
		expect(textDirection('“5”, سلام')).toBe('rtl')
		expect(textDirection('123 hello سلام')).toBe('ltr')
		expect(textDirection('👍')).toBe('ltr')
		expect(textDirection('שלום')).toBe('rtl')
	})
	it('the script overrides a locale that it contradicts', () => {
		expect(textLanguage('كنت أخاف', 'en', 'en')).toBe('ar')
		expect(textLanguage('كنت أخاف', 'fa', 'en')).toBe('fa')
		expect(textLanguage('案内の方', 'en', 'en')).toBe('ja')
		expect(textLanguage('Hello', 'de-CH', 'en')).toBe('de-CH')
		expect(textLanguage('Hello', null, 'fr')).toBe('fr')
	})
	it('a text is cut at the end of a word and ends with an ellipsis', () => {
		expect(truncateText('One two three', 20)).toBe('One two three')
		expect(truncateText('One two, three four', 9)).toBe('One two …')
		expect(truncateText('👍'.repeat(20), 9)).toBe(`${'👍'.repeat(4)} …`)
	})
	it('seconds are written as a clock', () => {
		expect([formatDuration(48), formatDuration(72.4)]).toEqual(['0:48', '1:12'])
	})
})
