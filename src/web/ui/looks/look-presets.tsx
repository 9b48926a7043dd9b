import { useMemo } from 'react'
import { brandPalette } from '#shared/look/brand-color.ts'
import { lookPresets, type SpaceLook } from '#shared/look/space-look.ts'
import './look-presets.css'

/** Ready looks as buttons. A pick fills fields; the colours that are shown have the contrast of pages. */
export function LookPresets(props: { label: string; disabled?: boolean; onPick: (look: SpaceLook) => void }) {
	// Finding a readable shade of each colour takes milliseconds, and a change of any setting renders this again.
	const presets = useMemo(() => lookPresets.map(({ name, look }) => ({ name, look, swatches: swatchesOf(look) })), [])
	return (
		<fieldset className="look-presets" aria-label={props.label} disabled={props.disabled}>
			{presets.map(({ name, look, swatches }) => (
				<button
					key={name}
					type="button"
					data-type={look.type}
					data-corners={look.corners}
					onClick={() => props.onPick(look)}
				>
					<span aria-hidden="true">Aa</span>
					<span className="look-colors" aria-hidden="true">
						{swatches.map(({ color, background }) => (
							<i key={color} style={{ background }} />
						))}
					</span>
					{name}
				</button>
			))}
		</fieldset>
	)
}

/** The colours of a look with the backgrounds that show them. */
function swatchesOf({ color, accent }: (typeof lookPresets)[number]['look']) {
	return [color, accent].map((color) => {
		const { light, dark } = brandPalette(color) ?? {}
		return { color, background: light && `light-dark(${light.brand},${dark?.brand})` }
	})
}
