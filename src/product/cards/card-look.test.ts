import fc from 'fast-check'
import { expect, it } from 'vitest'
import { contrast } from '#shared/look/oklch.ts'
import { cardLook } from './card-look.ts'

it('every colour of a brand gives a card that reads', () => {
	const color = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)
	fc.assert(
		fc.property(color, fc.constantFrom('auto', 'light', 'dark', null), (given, theme) => {
			const { bg, fg, soft, mark, stars } = cardLook(theme, given)
			expect(contrast(fg, bg)).toBeGreaterThanOrEqual(7)
			expect(contrast(soft, bg)).toBeGreaterThanOrEqual(4.5)
			// Marks and stars are graphics (WCAG 1.4.11).
			expect(contrast(mark, bg)).toBeGreaterThanOrEqual(3)
			expect(contrast(stars, bg)).toBeGreaterThanOrEqual(3)
		}),
		{ numRuns: 2000 },
	)
})

it('a brand without a colour has a light card, or a dark one where its theme is dark', () => {
	expect(cardLook(null, null).bg).toBe('#fbf9f4')
	expect(cardLook('dark', null).bg).toBe('#171512')
	expect(cardLook('light', '#5a3fa0').bg).toBe('#fbf9f4')
	expect(cardLook('auto', '#5a3fa0').bg).not.toBe('#fbf9f4')
})
