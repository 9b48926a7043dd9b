import { expect, it } from 'vitest'
import { initials, monogram } from './initials.ts'

it('a name is shortened to the initials of its first and last word in any script', () => {
	expect(initials('Ruth Abernethy')).toBe('RA')
	expect(initials('maria del carmen (Lola) ñu')).toBe('MÑ')
	expect(initials('Ines Castellanos-Featherstonehaugh')).toBe('IC')
	expect(initials('👩‍🚀 Ines 3 Ørsted')).toBe('IØ')
})

it('a single word gives one initial, and a name without letters a dot', () => {
	expect(initials('o')).toBe('O')
	expect(initials('  ')).toBe('·')
	expect(initials('🙂 42')).toBe('·')
})

it('the initials of a joined script stand apart and skip the article', () => {
	expect(initials('سلمى الحداد')).toBe('س\u200c ح')
	expect(initials('عبد الرحمن')).toBe('ع\u200c ر')
})

it('an organisation is shown by the first letter or digit of its name', () => {
	expect(monogram('fernhill Pottery')).toBe('F')
	expect(monogram('(3 Bears)')).toBe('3')
	expect(monogram('🙂')).toBe('“')
	expect(monogram('المخبز')).toBe('ا')
})
