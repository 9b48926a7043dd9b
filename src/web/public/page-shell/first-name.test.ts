import { expect, test } from 'vitest'
import { firstName } from './first-name.ts'

test('a thank-you uses neither half a name nor a title', () => {
	expect(firstName(' Ines Castellanos')).toBe('Ines')
	expect(firstName('Dr. Anna Roth')).toBe('Dr. Anna Roth')
	expect(firstName('عبد الرحمن')).toBe('عبد الرحمن')
	expect(firstName('Björk')).toBe('Björk')
})
