import { describe, expect, it } from 'vitest'
import {
	beginning,
	clock,
	initials,
	lengthClass,
	textDirection,
	textLanguage,
} from './typesetting.ts'

describe('how words decide their setting', () => {
	it.each([
		[1, 1],
		[60, 1],
		[61, 2],
		[160, 2],
		[161, 3],
		[360, 3],
		[361, 4],
		[5000, 4],
	])('sets %i letters in class %i', (length, expected) => {
		expect(lengthClass('a'.repeat(length))).toBe(expected)
	})
	it('counts wide characters double', () => {
		expect(lengthClass('海'.repeat(40))).toBe(2)
	})
	it('takes the direction from the first letter that has one', () => {
		expect(textDirection('“5”, سلام')).toBe('rtl')
		expect(textDirection('123 hello سلام')).toBe('ltr')
		expect(textDirection('👍')).toBe('ltr')
		expect(textDirection('שלום')).toBe('rtl')
	})
	it('lets the script outweigh a locale that it contradicts', () => {
		expect(textLanguage('كنت أخاف', 'en', 'en')).toBe('ar')
		expect(textLanguage('كنت أخاف', 'fa', 'en')).toBe('fa')
		expect(textLanguage('案内の方', 'en', 'en')).toBe('ja')
		expect(textLanguage('Hello', 'de-CH', 'en')).toBe('de-CH')
		expect(textLanguage('Hello', null, 'fr')).toBe('fr')
	})
	it('shortens names to initials in any script', () => {
		expect(initials('Ruth Abernethy')).toBe('RA')
		expect(initials('o')).toBe('O')
		expect(initials('  ')).toBe('·')
		expect(initials('👩‍🚀 Ines 3 Ørsted')).toBe('IØ')
		expect(initials('سلمى الحداد')).toBe('س\u200c ح')
	})
	it('cuts at the end of a word and says so', () => {
		expect(beginning('One two three', 20)).toEqual({ text: 'One two three', isCut: false })
		expect(beginning('One two, three four', 9).text).toBe('One two …')
		expect(beginning('👍'.repeat(20), 9).text).toBe(`${'👍'.repeat(4)} …`)
	})
	it('writes seconds as a clock', () => {
		expect([clock(null), clock(48), clock(72.4)]).toEqual(['', '0:48', '1:12'])
	})
})
