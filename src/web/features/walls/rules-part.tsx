import { Plus } from 'lucide-react'
import type { ItemKind, WallSelection } from '#shared/wall.ts'
import { itemKinds } from '#shared/wall.ts'
import { formatNumber } from '#web/lib/format.ts'
import { Button, TextButton } from '#web/ui/button.tsx'
import { Tag } from '#web/ui/marks.tsx'
import { Menu, MenuItem } from '#web/ui/menu.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import type { Chosen } from './preview-data.ts'
import { RuleRow } from './rule-row.tsx'
import { useSpaceFacets } from './space-facets.ts'

const kindNames: Record<ItemKind, string> = {
	text: 'Text',
	photo: 'Photo',
	video: 'Video',
	audio: 'Audio',
}

/** Which testimonials a wall shows. There is no rule for stars. */
export function RulesPart({
	spaceId,
	selection,
	placed,
	chosen,
	onChange,
	onOrder,
}: {
	spaceId: string
	selection: WallSelection
	/** How many were placed by hand. */
	placed: number
	chosen: Chosen
	onChange: (selection: WallSelection) => void
	onOrder: () => void
}) {
	const { tags, forms } = useSpaceFacets(spaceId)
	const set = (part: Partial<WallSelection>) => onChange({ ...selection, ...part })
	const { published } = chosen.counts
	return (
		<section>
			<h2 className="ui-section-title studio-head">
				Which ones
				<span className="ui-count">
					{formatNumber(chosen.counts.chosen)} of {formatNumber(published)} published
				</span>
			</h2>
			<div className="ui-rows">
				<RuleRow label="Tags">
					<Picked
						all={tags}
						chosen={selection.tags}
						one="Tag"
						none="Any"
						onChange={(ids) => set({ tags: ids })}
					/>
				</RuleRow>
				<RuleRow label="Kinds">
					<Picked
						all={itemKinds.map((kind) => ({ id: kind, name: kindNames[kind] }))}
						chosen={selection.kinds}
						one="Kind"
						none="Any"
						onChange={(kinds) => set({ kinds: itemKinds.filter((kind) => kinds.includes(kind)) })}
					/>
				</RuleRow>
				{forms.length > 1 || selection.forms.length > 0 ? (
					<RuleRow label="Forms">
						<Picked
							all={forms}
							chosen={selection.forms}
							one="Form"
							none="Any"
							onChange={(ids) => set({ forms: ids })}
						/>
					</RuleRow>
				) : null}
				<RuleRow label="Since">
					<TextField
						label="Since"
						hideLabel
						type="date"
						value={selection.min_date ?? ''}
						onChange={(event) => set({ min_date: event.target.value || null })}
					/>
				</RuleRow>
				<RuleRow label="At most">
					<TextField
						label="At most"
						hideLabel
						type="number"
						inputMode="numeric"
						min={1}
						max={10_000}
						placeholder="All"
						className="studio-most"
						value={selection.limit ?? ''}
						onChange={(event) => set({ limit: readLimit(event.target.value) })}
					/>
					<span className="ui-quiet">newest, {placed} by hand</span>
					<TextButton onClick={onOrder}>Order</TextButton>
				</RuleRow>
			</div>
			<p className="ui-quiet ui-small studio-note">
				There is no rule for stars. The wall says how many it leaves out.
			</p>
		</section>
	)
}

function readLimit(text: string): number | null {
	const limit = Math.floor(Number(text))
	return limit >= 1 && limit <= 10_000 ? limit : null
}

type Choice = { id: string; name: string }

/** What is chosen, each with a cross, and a menu of the rest. */
function Picked(props: {
	all: readonly Choice[]
	chosen: readonly string[]
	one: string
	none: string
	onChange: (ids: string[]) => void
}) {
	const { all, chosen, one, none, onChange } = props
	const rest = all.filter(({ id }) => !chosen.includes(id))
	return (
		<>
			{chosen.length === 0 ? <span className="ui-quiet">{none}</span> : null}
			{chosen.map((id) => {
				const name = all.find((choice) => choice.id === id)?.name ?? 'Deleted'
				return (
					<Tag
						key={id}
						removeLabel={`Remove ${name}`}
						onRemove={() => onChange(chosen.filter((other) => other !== id))}
					>
						{name}
					</Tag>
				)
			})}
			{rest.length > 0 ? (
				<Menu
					trigger={
						<Button variant="quiet" size="tiny">
							<Plus size={14} aria-hidden="true" />
							{one}
						</Button>
					}
				>
					{rest.map(({ id, name }) => (
						<MenuItem key={id} onSelect={() => onChange([...chosen, id])}>
							<bdi>{name}</bdi>
						</MenuItem>
					))}
				</Menu>
			) : null}
		</>
	)
}
