import { brandPalette } from '#shared/brand-color.ts'
import { lookPresets, type SpaceLook } from '#shared/space-look.ts'
import './look-presets.css'

/** Ready looks as buttons. A pick fills fields; the colours that are shown have the contrast of pages. */
export function LookPresets(props: { label: string; disabled?: boolean; onPick: (look: SpaceLook) => void }) {
	return (
		<fieldset className="look-presets" aria-label={props.label} disabled={props.disabled}>
			{lookPresets.map(({ name, look }) => (
				<button
					key={name}
					type="button"
					data-type={look.type}
					data-corners={look.corners}
					onClick={() => props.onPick(look)}
				>
					<span aria-hidden="true">Aa</span>
					<span className="look-colors" aria-hidden="true">
						{[look.color, look.accent].map((color) => {
							const { light, dark } = brandPalette(color) ?? {}
							return <i key={color} style={{ background: light && `light-dark(${light.brand},${dark?.brand})` }} />
						})}
					</span>
					{name}
				</button>
			))}
		</fieldset>
	)
}
