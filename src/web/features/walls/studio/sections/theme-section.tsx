import { ArrowRight } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { brandPalette } from '#shared/look/brand-color.ts'
import { contrast } from '#shared/look/oklch.ts'
import type { SpaceLook } from '#shared/look/space-look.ts'
import {
	type WallCards,
	type WallCorners,
	type WallDensity,
	type WallLayout,
	type WallMode,
	type WallTheme,
	type WallType,
	wallColumns,
} from '#shared/wall/wall.ts'
import { hasColumns, isMoving } from '#shared/wall/wall-layouts.ts'
import { readColor } from '#shared/wall/wall-settings.ts'
import { optionsOf } from '#web/lib/forms/options-of.ts'
import { BrandFontHint } from '#web/lib/spaces/brand-font-hint.tsx'
import { cardSpace, hasCards } from '#web/public/wall/embed/sizes/appearance.ts'
import { TextButton } from '#web/ui/button.tsx'
import { Checkbox, SegmentedControl } from '#web/ui/fields/choice.tsx'
import { LookPresets } from '#web/ui/looks/look-presets.tsx'

const types = optionsOf<WallType>({ serif: 'Serif', sans: 'Sans', brand: 'Brand', host: 'Site’s' })
const modes = optionsOf<WallMode>({ auto: 'Like the site', light: 'Light', dark: 'Dark' })
const cards = optionsOf<WallCards>({ layout: 'Usual', card: 'Cards', bubble: 'Bubbles', bare: 'None' })
const densities = optionsOf<WallDensity>({ compact: 'Tight', normal: 'Usual', airy: 'Airy' })
const corners = optionsOf<WallCorners>({ square: 'Square', soft: 'Slight', round: 'Round' })
const columns = [
	{ value: 'auto', label: 'Auto' },
	...wallColumns.map((count) => ({ value: `${count}` as const, label: `${count}` })),
] as const

/** The wall's theme. A colour is adjusted for contrast, and the adjustment is shown. */
export function ThemeSection(props: {
	theme: WallTheme
	layout: WallLayout
	spaceColor: string | null
	spaceLook: SpaceLook
	onChange: (theme: WallTheme) => void
}) {
	const { theme, layout, spaceColor, spaceLook, onChange } = props
	const set = (part: Partial<WallTheme>) => onChange({ ...theme, ...part })
	const { color, accent, type, corners } = spaceLook
	const isSpaceLook =
		theme.color === color && theme.accent === accent && theme.type === type && theme.corners === corners
	return (
		<section>
			<h2 className="ui-section-title studio-head">Look</h2>
			<LookPresets label="Ready looks" onPick={set} />
			{isSpaceLook ? null : <TextButton onClick={() => set(spaceLook)}>Take the space’s look</TextButton>}
			<div className="ui-rows">
				<SettingRow label="Colour">
					<ColorField color={theme.color} spaceColor={spaceColor} onChange={(color) => set({ color })} />
				</SettingRow>
				<SettingRow label="Stars">
					<ColorField
						color={theme.accent}
						spaceColor={null}
						usual={usualStars}
						name="colour of stars"
						unset="Use the usual colour"
						onChange={(accent) => set({ accent })}
					/>
				</SettingRow>
				<SettingRow label="Type">
					<SegmentedControl label="Type" value={theme.type} options={types} onChange={(type) => set({ type })} />
					{theme.type === 'brand' ? <BrandFontHint /> : null}
				</SettingRow>
				<SettingRow label="Light or dark">
					<SegmentedControl
						label="Light or dark"
						value={theme.mode}
						options={modes}
						onChange={(mode) => set({ mode })}
					/>
				</SettingRow>
				<CardRows theme={theme} layout={layout} onChange={set} />
				{isMoving(layout) ? (
					<SettingRow label="Motion">
						<Checkbox checked={theme.hover_pause} onChange={(event) => set({ hover_pause: event.target.checked })}>
							Stands still under the pointer
						</Checkbox>
					</SettingRow>
				) : null}
			</div>
		</section>
	)
}

/** Columns and what surrounds the words, where the layout has a choice. */
function CardRows(props: { theme: WallTheme; layout: WallLayout; onChange: (part: Partial<WallTheme>) => void }) {
	const { theme, layout, onChange } = props
	const castsShadow = hasCards(layout) && ['card', 'bubble'].includes(cardSpace({ layout, theme }).style)
	return (
		<>
			{hasColumns(layout) ? (
				<SettingRow label="Columns">
					<SegmentedControl
						label="Most columns"
						value={theme.columns ? `${theme.columns}` : 'auto'}
						options={columns}
						onChange={(value) => onChange({ columns: wallColumns.find((count) => `${count}` === value) ?? null })}
					/>
				</SettingRow>
			) : null}
			{hasCards(layout) ? (
				<SettingRow label="Frame">
					<SegmentedControl
						label="Frame of the words"
						value={theme.cards}
						options={cards}
						onChange={(cards) => onChange({ cards })}
					/>
					{castsShadow ? (
						<Checkbox checked={theme.shadow} onChange={(event) => onChange({ shadow: event.target.checked })}>
							Shadow
						</Checkbox>
					) : null}
				</SettingRow>
			) : null}
			<SettingRow label="Space">
				<SegmentedControl
					label="Space"
					value={theme.density}
					options={densities}
					onChange={(density) => onChange({ density })}
				/>
			</SettingRow>
			<SettingRow label="Corners">
				<SegmentedControl
					label="Corners"
					value={theme.corners}
					options={corners}
					onChange={(corners) => onChange({ corners })}
				/>
			</SettingRow>
		</>
	)
}

/** The colour of stars on light pages, as in tokens.css. */
const usualStars = '#9a6200'

function ColorField(props: {
	usual?: string
	name?: string
	unset?: string
	color: string | null
	spaceColor: string | null
	onChange: (color: string | null) => void
}) {
	const { color, spaceColor, onChange, usual = '#1f6b4a', name = 'colour', unset = 'Use the space’s colour' } = props
	// Typed text is kept only while it is the wall's colour, so "Undo all" and changes of others show here, too.
	const [typed, setTyped] = useState({ text: color ?? '', color })
	const text = typed.color === color ? typed.text : (color ?? '')
	const shown = color ?? spaceColor ?? usual
	const palette = brandPalette(shown)
	const choose = (text: string) => {
		const read = readColor(text)
		const isColor = read !== null || text === ''
		setTyped({ text, color: isColor ? read : color })
		if (isColor) onChange(read)
	}
	return (
		<div className="studio-color">
			<div className="studio-swatches">
				<input
					type="color"
					aria-label={`Pick the ${name}`}
					value={shown}
					onChange={(event) => choose(event.target.value)}
				/>
				<ArrowRight size={14} aria-hidden="true" />
				<span className="studio-swatch" style={{ background: palette?.light.brand }} title="On light" />
				<span className="studio-swatch" style={{ background: palette?.dark.brand }} title="On dark" />
				<input
					className="ui-input ui-mono studio-hex"
					aria-label={name === 'colour' ? 'Colour as #rrggbb' : `The ${name} as #rrggbb`}
					placeholder={spaceColor ?? usual}
					maxLength={7}
					spellCheck={false}
					dir="ltr"
					value={text}
					onChange={(event) => choose(event.target.value.trim())}
				/>
			</div>
			<p className="ui-quiet ui-small">{contrastText(shown, palette?.light.brand ?? shown)}</p>
			{color ? <TextButton onClick={() => choose('')}>{unset}</TextButton> : null}
		</div>
	)
}

/** The adjustment of a colour, in figures. */
function contrastText(given: string, settled: string): string {
	const before = contrast(given, '#ffffff')
	if (settled === given) return `Reads at ${before.toFixed(1)} to 1 on white. Left as it is.`
	const after = contrast(settled, '#ffffff')
	return `Yours reads at ${before.toFixed(1)} to 1 on white. Darkened until it reaches ${after.toFixed(1)}.`
}

/** One row of the studio's settings: a label and its controls. */
export function SettingRow({ label, children }: { label: string; children: ReactNode }) {
	return (
		<div className="studio-rule">
			<span className="ui-quiet" aria-hidden="true">
				{label}
			</span>
			<fieldset className="studio-set" aria-label={label}>
				{children}
			</fieldset>
		</div>
	)
}
