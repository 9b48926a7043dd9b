import fc from 'fast-check'
import { expect, test } from 'vitest'
import { brandDeclarations, brandPalette } from './brand-color.ts'
import { contrast } from './oklch.ts'

const paper = { light: '#fbf9f4', dark: '#171512' }
const sheet = { light: '#ffffff', dark: '#1e1b17' }
const ink = { light: '#1c1a17', dark: '#f3efe7' }
const quiet = { light: '#6b645a', dark: '#a79f92' }
const anyColor = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)

test('every pair of colours in a brand palette passes 4.5:1 in both themes', () => {
	fc.assert(
		fc.property(anyColor, (color) => {
			const palette = brandPalette(color)
			if (!palette) throw new Error('a valid colour has a palette')
			for (const theme of ['light', 'dark'] as const) {
				const { brand, onBrand, wash } = palette[theme]
				const pairs = [
					[brand, paper[theme]],
					[brand, sheet[theme]],
					[brand, wash],
					[onBrand, brand],
					[ink[theme], wash],
					[quiet[theme], wash],
				]
				for (const [one = '', other = ''] of pairs)
					expect(contrast(one, other), `${color} ${one} on ${other}`).toBeGreaterThanOrEqual(4.5)
			}
		}),
		{ numRuns: 1500 },
	)
})

test('a brand colour that already passes is not changed', () => {
	expect(brandPalette('#1f6b4a')?.light.brand).toBe('#1f6b4a')
	expect(brandPalette('#FFF')?.dark.brand).toBe('#ffffff')
})

test('bright orange becomes burnt orange on light and a softer one on dark', () => {
	const palette = brandPalette('#FF7A1A')
	expect(palette?.light.brand).toMatch(/^#b[0-9a-f]4[0-9a-f]00$/)
	expect(palette?.dark.brand).toMatch(/^#ff9[0-9a-f]5[0-9a-f]$/)
})

test('a missing or invalid brand colour adds nothing to the style sheet', () => {
	for (const color of [null, undefined, '', 'red', '#12', '#12345g', '#fff;}body{display:none'])
		expect(brandDeclarations(color)).toBe('')
	expect(brandDeclarations('#ff7a1a')).toMatch(
		/^--brand:light-dark\(#\w{6},#\w{6}\);--on-brand:.*;--brand-wash:light-dark\(#\w{6},#\w{6}\)$/,
	)
})
