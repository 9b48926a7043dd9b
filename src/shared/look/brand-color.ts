import { contrast, hexToOklch, type Oklch, oklchToHex } from './oklch.ts'

/** Hex colours of one theme: `brand` for text and fills, `onBrand` on top of it, `wash` a tint behind ordinary text. */
export type BrandPair = { brand: string; onBrand: string; wash: string }
export type BrandPalette = { light: BrandPair; dark: BrandPair }

/** Background colours; the same values as in tokens.css. */
const surfaces = {
	light: ['#ffffff', '#fbf9f4', '#f3efe6'],
	dark: ['#171512', '#1e1b17', '#24201b'],
}

/**
 * Makes the owner's colour legible: the hue stays, and lightness changes until every pair passes 4.5:1 (WCAG 1.4.3).
 * @param color `#rgb` or `#rrggbb`; null for any other, which leaves the accent colour
 */
export function brandPalette(color: string | null | undefined): BrandPalette | null {
	const given = color ? hexToOklch(color.trim()) : null
	if (!given) return null
	const tint = Math.min(given.c, 0.13)
	const lightWash = wash(0.95, tint, given.h)
	const darkWash = wash(0.255, tint, given.h)
	const light = adjustLightness(given, -0.004, [...surfaces.light, lightWash], 4.5)
	// A saturated colour glares on a dark page at 4.5:1, so the dark page needs a higher contrast.
	const dark = adjustLightness(given, 0.004, [...surfaces.dark, darkWash], 7.4)
	return {
		light: { brand: light, onBrand: '#ffffff', wash: lightWash },
		dark: {
			brand: dark,
			onBrand: oklchToHex({ l: 0.21, c: tint * 0.35, h: given.h }),
			wash: darkWash,
		},
	}
}

/** A tint of the warm paper rather than of grey: a touch of yellow stays under every hue. */
function wash(l: number, tint: number, hue: number): string {
	const a = tint * 0.12 * Math.cos(hue)
	const b = tint * 0.12 * Math.sin(hue) + 0.006
	return oklchToHex({ l, c: Math.hypot(a, b), h: Math.atan2(b, a) })
}

/** Moves lightness by `step` until the colour reaches `least` on every surface. */
function adjustLightness(given: Oklch, step: number, on: string[], least: number): string {
	let found = oklchToHex(given)
	for (let l = given.l; l >= 0 && l <= 1; l += step) {
		found = oklchToHex({ ...given, l })
		if (on.every((surface) => contrast(found, surface) >= least)) return found
	}
	return found
}

/** The palette as CSS declarations of `--brand`, `--on-brand` and `--brand-wash`; empty when there is none. */
export function brandDeclarations(color: string | null | undefined): string {
	const palette = brandPalette(color)
	if (!palette) return ''
	const { light, dark } = palette
	return [
		`--brand:light-dark(${light.brand},${dark.brand})`,
		`--on-brand:light-dark(${light.onBrand},${dark.onBrand})`,
		`--brand-wash:light-dark(${light.wash},${dark.wash})`,
	].join(';')
}
