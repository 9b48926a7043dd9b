import { brandPalette } from '#shared/look/brand-color.ts'

/** The owner's colour as the accent of a hosted page; empty without one. */
export function accentCss(color: string | null): string {
	const palette = brandPalette(color)
	if (!palette) return ''
	const { light, dark } = palette
	return `:root{--accent:light-dark(${light.brand},${dark.brand});--on-accent:light-dark(${light.onBrand},${dark.onBrand});--accent-wash:light-dark(${light.wash},${dark.wash});--focus:var(--accent)}`
}

/** The colour of stars on a hosted wall; empty where it is the usual one. */
export function starCss(color: string | null): string {
	const palette = brandPalette(color)
	return palette ? `:root{--star:light-dark(${palette.light.brand},${palette.dark.brand})}` : ''
}
