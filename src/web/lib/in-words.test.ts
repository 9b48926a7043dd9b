import { expect, it } from 'vitest'
import { clock, counted, languageName } from './in-words.ts'

it('lengths, languages and counts read as words', () => {
	expect(clock(84)).toBe('1:24')
	expect(clock(9.6)).toBe('0:10')
	expect(languageName('ar', 'en')).toBe('Arabic')
	expect(languageName('?', 'en')).toBe('?')
	expect(counted(1, 'word')).toBe('1 word')
	expect(counted(1200, 'word', 'words', 'en-GB')).toBe('1,200 words')
})
