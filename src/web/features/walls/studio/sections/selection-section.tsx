import { useQuery } from '@tanstack/react-query'
import { Plus, TriangleAlert } from 'lucide-react'
import type { TagColor } from '#shared/rows.ts'
import { itemKinds, type WallSelection } from '#shared/wall/wall.ts'
import type { SelectedItems } from '#web/features/walls/studio/use-selected-items.ts'
import { unwrap } from '#web/lib/client/errors.ts'
import { supabase } from '#web/lib/client/supabase.ts'
import { formatNumber } from '#web/lib/format/format.ts'
import { queryKeys } from '#web/lib/query/query-keys.ts'
import { allKinds, kindLabels } from '#web/lib/spaces/kind-labels.ts'
import { Tag } from '#web/ui/badge.tsx'
import { Button, TextButton } from '#web/ui/button.tsx'
import { DateField } from '#web/ui/date/date-field.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { Notice } from '#web/ui/notices/notice.tsx'
import { Menu, MenuItem } from '#web/ui/overlays/menu.tsx'
import { TagDot } from '#web/ui/tag-dot.tsx'
import { SettingRow } from './theme-section.tsx'

/** The rules for which testimonials a wall shows. Selection by stars is deliberately missing. */
export function SelectionSection(props: {
	spaceId: string
	selection: WallSelection
	/** Number of testimonials placed by hand. */
	placed: number
	chosen: SelectedItems
	onChange: (selection: WallSelection) => void
	onOrder: () => void
}) {
	const { spaceId, selection, placed, chosen, onChange, onOrder } = props
	const { tags, areTagsKnown, forms } = useSpaceFacets(spaceId)
	const gone = areTagsKnown ? selection.tags.filter((id) => !tags.some((tag) => tag.id === id)) : []
	const set = (part: Partial<WallSelection>) => onChange({ ...selection, ...part })
	const { published, is_least: isLeast } = chosen.counts
	return (
		<section>
			<h2 className="ui-section-title studio-head">
				Show on walls
				<span className="ui-count">
					{formatNumber(chosen.counts.chosen)}
					{isLeast ? '+' : ''} of {formatNumber(published)} published
				</span>
			</h2>
			<div className="ui-rows">
				<SettingRow label="Tags">
					<MultiSelect all={tags} chosen={selection.tags} one="Tag" onChange={(ids) => set({ tags: ids })} />
				</SettingRow>
				{gone.length > 0 ? (
					<Notice icon={<TriangleAlert size={16} aria-hidden="true" />}>
						{gone.length === selection.tags.length
							? 'The tag that this wall selects by was deleted, so it shows only what you placed by hand. Remove it, or choose another one.'
							: 'A tag that this wall selects by was deleted. No testimonial has it.'}
					</Notice>
				) : null}
				<SettingRow label="Kinds">
					<MultiSelect
						all={allKinds.map((kind) => ({ id: kind, name: kindLabels[kind] }))}
						chosen={selection.kinds}
						one="Kind"
						onChange={(kinds) => set({ kinds: itemKinds.filter((kind) => kinds.includes(kind)) })}
					/>
				</SettingRow>
				{forms.length > 1 || selection.forms.length > 0 ? (
					<SettingRow label="Forms">
						<MultiSelect all={forms} chosen={selection.forms} one="Form" onChange={(ids) => set({ forms: ids })} />
					</SettingRow>
				) : null}
				<SettingRow label="Since">
					<DateField
						label="Since"
						hideLabel
						value={selection.min_date ?? ''}
						onChange={(day) => set({ min_date: day || null })}
					/>
				</SettingRow>
				<SettingRow label="At most">
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
						onChange={(event) => set({ limit: parseLimit(event.target.value) })}
					/>
					<span className="ui-quiet">testimonials, {placed} by hand</span>
					<TextButton onClick={onOrder}>Order</TextButton>
				</SettingRow>
			</div>
			<p className="ui-quiet ui-small studio-note">
				Starred ones come first, then the latest approved. There is no rule for ratings. The wall says how many it
				leaves out.
			</p>
		</section>
	)
}

function parseLimit(text: string): number | null {
	const limit = Math.floor(Number(text))
	return limit >= 1 && limit <= 10_000 ? limit : null
}

type Choice = { id: string; name: string; color?: TagColor }

/** The chosen values, each with a remove button, and a menu of the others. */
function MultiSelect(props: {
	all: readonly Choice[]
	chosen: readonly string[]
	one: string
	onChange: (ids: string[]) => void
}) {
	const { all, chosen, one, onChange } = props
	const rest = all.filter(({ id }) => !chosen.includes(id))
	return (
		<>
			{chosen.length === 0 ? <span className="ui-quiet">Any</span> : null}
			{chosen.map((id) => {
				const choice = all.find((one) => one.id === id)
				const name = choice?.name ?? 'Deleted'
				return (
					<Tag
						key={id}
						color={choice?.color}
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
					{rest.map(({ id, name, color }) => (
						<MenuItem key={id} onSelect={() => onChange([...chosen, id])}>
							{color ? <TagDot color={color} /> : null}
							<bdi>{name}</bdi>
						</MenuItem>
					))}
				</Menu>
			) : null}
		</>
	)
}

/** The tags and forms that rules can use. */
function useSpaceFacets(spaceId: string): { tags: Choice[]; areTagsKnown: boolean; forms: Choice[] } {
	const tags = useQuery({
		queryKey: queryKeys.tags(spaceId),
		queryFn: async () =>
			unwrap(await (await supabase).from('tags').select('id,name,color').eq('space_id', spaceId).order('name')),
	})
	const forms = useQuery({
		queryKey: [...queryKeys.forms(spaceId), 'facets'],
		queryFn: async () =>
			unwrap(await (await supabase).from('forms').select('id,name').eq('space_id', spaceId).order('created_at')),
	})
	return { tags: tags.data ?? [], areTagsKnown: tags.isSuccess, forms: forms.data ?? [] }
}
