import type { CSSProperties } from 'react'
import type { BrandPair, BrandPalette } from '#shared/brand-color.ts'

/** How the colour comes out on a light and on a dark page, and whether it had to be moved. */
export function BrandSample({
	name,
	chosen,
	palette,
}: {
	name: string
	chosen: string
	palette: BrandPalette | null
}) {
	return (
		<div>
			<div className="brand-samples">
				<Sample name={name} theme="light" pair={palette?.light} />
				<Sample name={name} theme="dark" pair={palette?.dark} />
			</div>
			<p className="ui-help brand-said">{inWords(chosen, palette)}</p>
		</div>
	)
}

function Sample({
	name,
	theme,
	pair,
}: {
	name: string
	theme: 'light' | 'dark'
	pair?: BrandPair
}) {
	const colours = pair
		? ({
				'--brand': pair.brand,
				'--on-brand': pair.onBrand,
				'--brand-wash': pair.wash,
			} as CSSProperties)
		: undefined
	return (
		<div className="brand-sample" data-theme={theme} style={colours} aria-hidden="true">
			<p className="brand-sample-words">“Hung it level first time.”</p>
			<span className="brand-sample-button">
				Send to <bdi>{name}</bdi>
			</span>
		</div>
	)
}

function inWords(chosen: string, palette: BrandPalette | null): string {
	if (!palette) return 'Without a colour of yours, the plain green is used.'
	const moved = [
		palette.light.brand === chosen ? null : `${palette.light.brand} on light pages`,
		palette.dark.brand === chosen ? null : `${palette.dark.brand} on dark ones`,
	].filter(Boolean)
	return moved.length === 0
		? 'Legible as it is, on light and dark pages.'
		: `So that everybody can read it, it is printed as ${moved.join(' and ')}.`
}
