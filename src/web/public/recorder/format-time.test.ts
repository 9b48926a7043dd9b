import { expect, test } from 'vitest'
import { clockTime, spokenTime } from './format-time.ts'

test('a time is written as on a clock, with tenths where a handle needs them', () => {
	expect([0, 9.4, 59.6, 60, 125].map((seconds) => clockTime(seconds))).toEqual(['0:00', '0:09', '1:00', '1:00', '2:05'])
	expect([8, 101, 59.96].map((seconds) => clockTime(seconds, 1))).toEqual(['0:08.0', '1:41.0', '1:00.0'])
	expect(clockTime(-1)).toBe('0:00')
})

test('a time is spoken in the language of the page, without a part that is zero', () => {
	expect(spokenTime(93, 'en')).toBe('1 minute, 33 seconds')
	expect(spokenTime(120, 'en')).toBe('2 minutes')
	expect(spokenTime(0, 'en')).toBe('0 seconds')
	expect(spokenTime(8.5, 'de')).toBe('8,5 Sekunden')
	expect(spokenTime(61, 'fr')).toBe('1 minute et 1\u00a0seconde')
})
