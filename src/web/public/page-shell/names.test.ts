import { expect, test } from 'vitest'
import { firstName, initials } from './names.ts'

test('initials are first and last, one for a single name, one for joined scripts', () => {
	expect(initials('Ines Castellanos-Featherstonehaugh')).toBe('IC')
	expect(initials('maria del carmen (Lola) ñu')).toBe('MÑ')
	expect(initials('Björk')).toBe('B')
	expect(initials('عبد الرحمن')).toBe('ع')
	expect(initials('🙂 42')).toBe('')
})

test('a thank-you uses neither half a name nor a title', () => {
	expect(firstName(' Ines Castellanos')).toBe('Ines')
	expect(firstName('Dr. Anna Roth')).toBe('Dr. Anna Roth')
	expect(firstName('عبد الرحمن')).toBe('عبد الرحمن')
	expect(firstName('Björk')).toBe('Björk')
})
