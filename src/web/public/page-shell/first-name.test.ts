import { expect, test } from 'vitest'
import { firstName } from './first-name.ts'

test('nobody is thanked by half a name or by a title', () => {
	expect(firstName(' Ines Castellanos')).toBe('Ines')
	expect(firstName('Dr. Anna Roth')).toBe('Dr. Anna Roth')
	expect(firstName('عبد الرحمن')).toBe('عبد الرحمن')
	expect(firstName('Björk')).toBe('Björk')
})
