import { expect, it } from 'vitest'
import { splitMatch } from './split-match.ts'

it('a text is split at its first match without regard to case', () => {
	expect(splitMatch('At the Wheel, the wheel', 'wheel')).toEqual({
		before: 'At the ',
		match: 'Wheel',
		after: ', the wheel',
	})
	expect(splitMatch('قبل العجلة.', 'العجلة')).toEqual({ before: 'قبل ', match: 'العجلة', after: '.' })
	expect(splitMatch('At the wheel', 'clay')).toBeNull()
	expect(splitMatch('At the wheel', '  ')).toBeNull()
})

it('characters with a meaning in patterns are searched as they are', () => {
	expect(splitMatch('100% (really)', '% (r')?.match).toBe('% (r')
	expect(splitMatch('İstanbul and istanbul', 'and')?.before).toBe('İstanbul ')
})

it('a long beginning is shortened at a word', () => {
	const parts = splitMatch(`${'before '.repeat(40)}wheel`, 'wheel')
	expect(parts?.before).toMatch(/^… before( before)+ $/)
	expect(parts?.before.length).toBeLessThan(48)
})
