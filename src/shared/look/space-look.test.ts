import { describe, expect, it } from 'vitest'
import { readTheme } from '#shared/wall/wall-settings.ts'
import { brandPalette } from './brand-color.ts'
import { contrast } from './oklch.ts'
import { lookPresets, readSpaceLook } from './space-look.ts'

describe('the look of a space', () => {
	it('a space without a look gives the usual one', () => {
		expect(readSpaceLook({})).toEqual({ color: null, accent: null, type: 'serif', corners: 'soft' })
	})
	it('unknown values and the type of a site give the usual one', () => {
		const wrong = { accent: 'red', type: 'host', corners: 'oval' }
		expect(readSpaceLook(wrong)).toEqual(readSpaceLook({}))
	})
	it('a wall stores what it takes', () => {
		const look = readSpaceLook({ accent: '#b0532b', type: 'brand', corners: 'round' })
		expect(readTheme(look)).toMatchObject(look)
	})
	it.each(lookPresets)('the ready look $name can be stored and is legible in both schemes', ({ look }) => {
		expect(readTheme(look)).toMatchObject(look)
		for (const color of [look.color, look.accent]) {
			const palette = brandPalette(color)
			expect(contrast(palette?.light.brand ?? '', '#ffffff')).toBeGreaterThanOrEqual(4.5)
			expect(contrast(palette?.dark.brand ?? '', '#171512')).toBeGreaterThanOrEqual(4.5)
		}
	})
})
