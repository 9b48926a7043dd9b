import { ArrowRight, BadgeCheck } from 'lucide-react'
import { useState } from 'react'
import { brandPalette } from '#shared/brand-color.ts'
import { contrast } from '#shared/oklch.ts'
import type { WallMode, WallTheme, WallType } from '#shared/wall.ts'
import { readColor } from '#shared/wall-settings.ts'
import { TextButton } from '#web/ui/button.tsx'
import { Checkbox, Segmented } from '#web/ui/choice.tsx'
import { RuleRow } from './rule-row.tsx'

const types: readonly { value: WallType; label: string }[] = [
	{ value: 'serif', label: 'Serif' },
	{ value: 'sans', label: 'Sans' },
	{ value: 'host', label: 'Your site’s' },
]
const modes: readonly { value: WallMode; label: string }[] = [
	{ value: 'auto', label: 'As the page' },
	{ value: 'light', label: 'Light' },
	{ value: 'dark', label: 'Dark' },
]

/** How a wall looks. A colour is made legible and the change is shown. */
export function LookPart({
	theme,
	spaceColor,
	onChange,
}: {
	theme: WallTheme
	spaceColor: string | null
	onChange: (theme: WallTheme) => void
}) {
	const set = (part: Partial<WallTheme>) => onChange({ ...theme, ...part })
	return (
		<section>
			<h2 className="ui-section-title studio-head">Look</h2>
			<div className="ui-rows">
				<RuleRow label="Colour">
					<ColorChoice
						color={theme.color}
						spaceColor={spaceColor}
						onChange={(color) => set({ color })}
					/>
				</RuleRow>
				<RuleRow label="Type">
					<Segmented
						label="Type"
						value={theme.type}
						options={types}
						onChange={(type) => set({ type })}
					/>
				</RuleRow>
				<RuleRow label="Light">
					<Segmented
						label="Light or dark"
						value={theme.mode}
						options={modes}
						onChange={(mode) => set({ mode })}
					/>
				</RuleRow>
				<RuleRow label="Show">
					<Checkbox
						checked={theme.stars}
						onChange={(event) => set({ stars: event.target.checked })}
					>
						Stars
					</Checkbox>
					<Checkbox
						checked={theme.photos}
						onChange={(event) => set({ photos: event.target.checked })}
					>
						Photos
					</Checkbox>
					<Checkbox
						checked={theme.dates}
						onChange={(event) => set({ dates: event.target.checked })}
					>
						Dates
					</Checkbox>
				</RuleRow>
			</div>
			<p className="ui-quiet ui-small studio-note">
				<BadgeCheck size={14} aria-hidden="true" /> The verification basis and the count of what is
				left out are always shown. Dates stand on the hosted wall.
			</p>
		</section>
	)
}

function ColorChoice(props: {
	color: string | null
	spaceColor: string | null
	onChange: (color: string | null) => void
}) {
	const { color, spaceColor, onChange } = props
	// What is typed stands as long as it is what the wall has: "Undo all" and other people's changes show here, too.
	const [typed, setTyped] = useState({ text: color ?? '', color })
	const text = typed.color === color ? typed.text : (color ?? '')
	const shown = color ?? spaceColor ?? '#1f6b4a'
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
					aria-label="Pick the colour"
					value={shown}
					onChange={(event) => choose(event.target.value)}
				/>
				<ArrowRight size={14} aria-hidden="true" />
				<span
					className="studio-swatch"
					style={{ background: palette?.light.brand }}
					title="On light"
				/>
				<span
					className="studio-swatch"
					style={{ background: palette?.dark.brand }}
					title="On dark"
				/>
				<input
					className="ui-input ui-mono studio-hex"
					aria-label="Colour as #rrggbb"
					placeholder={spaceColor ?? '#1f6b4a'}
					maxLength={7}
					spellCheck={false}
					dir="ltr"
					value={text}
					onChange={(event) => choose(event.target.value.trim())}
				/>
			</div>
			<p className="ui-quiet ui-small">{sayAdjusted(shown, palette?.light.brand ?? shown)}</p>
			{color ? <TextButton onClick={() => choose('')}>Use the space’s colour</TextButton> : null}
		</div>
	)
}

/** What was done to a colour, in figures. */
export function sayAdjusted(given: string, settled: string): string {
	const before = contrast(given, '#ffffff')
	if (settled === given) return `Reads at ${before.toFixed(1)} to 1 on white. Left as it is.`
	const after = contrast(settled, '#ffffff')
	return `Yours reads at ${before.toFixed(1)} to 1 on white. Darkened until it reaches ${after.toFixed(1)}.`
}
