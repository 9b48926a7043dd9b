import type { PageFilter, WallSharing } from '#shared/wall.ts'
import { pageFilters } from '#shared/wall.ts'
import { Checkbox } from '#web/ui/fields/choice.tsx'

type Props = { sharing: WallSharing; onChange: (sharing: WallSharing) => void }

const filterLabels: Record<PageFilter, { label: string; hint: string | null }> = {
	kind: { label: 'Filter by kind', hint: 'Text, photo, video, audio: where the wall has more than one.' },
	tag: {
		label: 'Filter by tag',
		hint: 'The names of the tags of its testimonials become public. Check that none is meant for your team alone.',
	},
	search: { label: 'Search', hint: null },
}

/** What visitors of the wall's own page can do, and its foot. */
export function PageSection({ sharing, onChange }: Props) {
	const { page_filters: filters, page_foot } = sharing
	const toggle = (filter: PageFilter, isOn: boolean) =>
		onChange({ ...sharing, page_filters: pageFilters.filter((one) => (one === filter ? isOn : filters.includes(one))) })
	return (
		<section className="sharing">
			<h2 className="ui-section-title studio-head">Its own page</h2>
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
			<Checkbox checked={page_foot} onChange={(event) => onChange({ ...sharing, page_foot: event.target.checked })}>
				Name Plaudit at the foot
			</Checkbox>
		</section>
	)
}
