import type { PageFilter, WallSharing } from '#shared/wall/wall.ts'
import { pageFilters } from '#shared/wall/wall.ts'
import { Checkbox } from '#web/ui/fields/choice.tsx'
import { TextAreaField, TextField } from '#web/ui/fields/text-field.tsx'

type Props = {
	spaceName: string
	sharing: WallSharing
	/** True when the wall shows stars at all. */
	hasStars: boolean
	onChange: (sharing: WallSharing) => void
}

const filterLabels: Record<PageFilter, { label: string; hint: string | null }> = {
	kind: { label: 'Filter by kind', hint: 'Text, photo, video, audio: where the wall has more than one.' },
	tag: {
		label: 'Filter by tag',
		hint: 'The names of the tags of its testimonials become public. Check that none is meant for your team alone.',
	},
	search: { label: 'Search', hint: null },
}

/** The head of the wall's own page, what its visitors can do, and its foot. */
export function PageSection({ spaceName, sharing, hasStars, onChange }: Props) {
	const { page_filters: filters, page_foot } = sharing
	const set = (part: Partial<WallSharing>) => onChange({ ...sharing, ...part })
	const toggle = (filter: PageFilter, isOn: boolean) =>
		set({ page_filters: pageFilters.filter((one) => (one === filter ? isOn : filters.includes(one))) })
	return (
		<section className="sharing">
			<h2 className="ui-section-title studio-head">Its own page</h2>
			<TextField
				label="Title"
				maxLength={120}
				placeholder={`What people say about ${spaceName}`}
				dir="auto"
				value={sharing.page_title}
				onChange={(event) => set({ page_title: event.target.value })}
			/>
			<TextAreaField
				label="Text at its head"
				help="An empty line begins a paragraph. Your logo and name stand above the title."
				rows={3}
				maxLength={600}
				dir="auto"
				value={sharing.page_intro}
				onChange={(event) => set({ page_intro: event.target.value })}
			/>
			<Checkbox
				checked={sharing.page_summary && hasStars}
				disabled={!hasStars}
				onChange={(event) => set({ page_summary: event.target.checked })}
			>
				Average and number of ratings
				<span className="ui-quiet ui-small">
					{hasStars ? 'Of everything published in this space, whatever the wall shows.' : 'Stars are off in its look.'}
				</span>
			</Checkbox>
			{pageFilters.map((filter) => (
				<Checkbox
					key={filter}
					checked={filters.includes(filter)}
					onChange={(event) => toggle(filter, event.target.checked)}
				>
					{filterLabels[filter].label}
					{filterLabels[filter].hint && <span className="ui-quiet ui-small">{filterLabels[filter].hint}</span>}
				</Checkbox>
			))}
			<Checkbox checked={page_foot} onChange={(event) => set({ page_foot: event.target.checked })}>
				Name Plaudit at the foot
			</Checkbox>
		</section>
	)
}
