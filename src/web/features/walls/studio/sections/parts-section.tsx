import { ArrowDown, ArrowUp, BadgeCheck } from 'lucide-react'
import type { CardPart, WallLayout, WallMore, WallTheme } from '#shared/wall/wall.ts'
import { optionsOf } from '#web/lib/forms/options-of.ts'
import { cardSpace, hasCards } from '#web/public/wall/embed/sizes/appearance.ts'
import { Checkbox, SegmentedControl } from '#web/ui/fields/choice.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { SettingRow } from './theme-section.tsx'
import './parts-section.css'

const partLabels: Record<CardPart, string> = {
	media: 'Photo',
	rating: 'Stars and check',
	words: 'Words',
	author: 'Author',
}
const shown = [
	{ name: 'stars', label: 'Stars' },
	{ name: 'photos', label: 'Photos' },
	{ name: 'avatars', label: 'Portraits' },
	{ name: 'roles', label: 'Role and company' },
	{ name: 'days', label: 'Date' },
	{ name: 'sources', label: 'Source' },
] as const
const lengths = [
	{ value: 'usual', label: 'Usual' },
	{ value: '3', label: '3 lines' },
	{ value: '6', label: '6' },
	{ value: '12', label: '12' },
	{ value: '40', label: 'All' },
] as const
const places = optionsOf<WallMore>({ over: 'Over the page', place: 'In its place' })

type Props = { theme: WallTheme; layout: WallLayout; onChange: (theme: WallTheme) => void }

/** The parts of a card, their order, and the number of its words before "Read more". */
export function PartsSection({ theme, layout, onChange }: Props) {
	const set = (part: Partial<WallTheme>) => onChange({ ...theme, ...part })
	return (
		<section>
			<h2 className="ui-section-title studio-head">Parts</h2>
			<div className="ui-rows">
				<SettingRow label="Show">
					{shown.map(({ name, label }) => (
						<Checkbox key={name} checked={theme[name]} onChange={(event) => set({ [name]: event.target.checked })}>
							{label}
						</Checkbox>
					))}
					<Checkbox checked={theme.dates} onChange={(event) => set({ dates: event.target.checked })}>
						Date on the hosted wall
					</Checkbox>
				</SettingRow>
				{hasCards(layout) ? (
					<SettingRow label="Order">
						<PartOrder theme={theme} layout={layout} onOrder={(order) => set({ order })} />
					</SettingRow>
				) : null}
				<SettingRow label="Length">
					<SegmentedControl
						label="Words before Read more"
						value={lengths.find(({ value }) => value === `${theme.lines}`)?.value ?? 'usual'}
						options={lengths}
						onChange={(value) => set({ lines: value === 'usual' ? null : Number(value) })}
					/>
				</SettingRow>
				<SettingRow label="The rest">
					<SegmentedControl
						label="The rest opens"
						value={theme.more}
						options={places}
						onChange={(more) => set({ more })}
					/>
				</SettingRow>
			</div>
			<p className="ui-quiet ui-small studio-note">
				<BadgeCheck size={14} aria-hidden="true" /> A quotation always says whose it is and how it was verified, and a
				wall how many it leaves out. Badge and Avatars quote nobody.
			</p>
		</section>
	)
}

/** The parts first to last, each with two buttons that move it. */
function PartOrder(props: Omit<Props, 'onChange'> & { onOrder: (order: CardPart[]) => void }) {
	const { theme, layout, onOrder } = props
	const { order } = theme
	const hasBubble = cardSpace({ layout, theme }).style === 'bubble'
	const movable = hasBubble ? order.filter((part) => part !== 'author') : order
	const swap = (at: number, other: number) => {
		const next = [...movable]
		const [one, two] = [next[at], next[other]]
		if (!one || !two) return
		next[at] = two
		next[other] = one
		onOrder(hasBubble ? [...next, 'author'] : next)
	}
	return (
		<>
			<ol className="studio-parts">
				{movable.map((part, at) => (
					<li key={part}>
						<span>{partLabels[part]}</span>
						{/* They stay reachable at either end, so that the focus is not lost by the last move. */}
						<IconButton
							label={`Move ${partLabels[part]} up`}
							Icon={ArrowUp}
							size="tiny"
							aria-disabled={at === 0}
							onClick={() => swap(at, at - 1)}
						/>
						<IconButton
							label={`Move ${partLabels[part]} down`}
							Icon={ArrowDown}
							size="tiny"
							aria-disabled={at === movable.length - 1}
							onClick={() => swap(at, at + 1)}
						/>
					</li>
				))}
			</ol>
			{hasBubble ? <p className="ui-quiet ui-small">The author stands below the bubble.</p> : null}
		</>
	)
}
