import type { CSSProperties } from 'react'
import type { BrandPair, BrandPalette } from '#shared/brand-color.ts'

/** The colour on a light and on a dark page, and whether it was adjusted for contrast. */
export function BrandPreview({
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
				<BrandSwatch name={name} theme="light" pair={palette?.light} />
				<BrandSwatch name={name} theme="dark" pair={palette?.dark} />
			</div>
			<p className="ui-help brand-said">{describeAdjustment(chosen, palette)}</p>
		</div>
	)
}

function BrandSwatch({ name, theme, pair }: { name: string; theme: 'light' | 'dark'; pair?: BrandPair }) {
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

function describeAdjustment(chosen: string, palette: BrandPalette | null): string {
	if (!palette) return 'Without a colour of yours, the plain green is used.'
	const moved = [
		palette.light.brand === chosen ? null : `${palette.light.brand} on light pages`,
		palette.dark.brand === chosen ? null : `${palette.dark.brand} on dark ones`,
	].filter(Boolean)
	return moved.length === 0
		? 'Legible as it is, on light and dark pages.'
		: `So that everybody can read it, it is printed as ${moved.join(' and ')}.`
}
