import { expect, test } from 'vitest'
import { initials } from './initials.ts'

test('initials are first and last, one for a single name, one for joined scripts', () => {
	expect(initials('Ines Castellanos-Featherstonehaugh')).toBe('IC')
	expect(initials('maria del carmen (Lola) ñu')).toBe('MÑ')
	expect(initials('Björk')).toBe('B')
	expect(initials('عبد الرحمن')).toBe('ع')
	expect(initials('🙂 42')).toBe('')
})
