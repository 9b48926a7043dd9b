import { ArrowDownUp } from 'lucide-react'
import { useInbox } from '#web/features/inbox/inbox-context.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Menu, MenuChoice } from '#web/ui/overlays/menu.tsx'
import { type InboxFilter, type Sort, sortOf, sorts } from './inbox-filter.ts'

const labels: Record<Sort, string> = {
	newest: 'Newest',
	oldest: 'Oldest',
	highest: 'Most stars',
	lowest: 'Fewest stars',
	best: 'Best match',
}

/** The oldest in a view of undecided testimonials waits longest. */
const labelOf = (sort: Sort, { view }: InboxFilter): string =>
	sort === 'oldest' && (view === 'pending' || view === 'suspect') ? 'Longest waiting' : labels[sort]

/** The order of the list. */
export function SortMenu() {
	const { filter, changeFilter } = useInbox().list
	const current = sortOf(filter)
	const offered = sorts.filter((sort) => sort !== 'best' || filter.q.trim() !== '')
	const byDefault = sortOf({ ...filter, sort: null })
	return (
		<Menu
			align="end"
			trigger={
				<IconButton
					label={`Order: ${labelOf(current, filter)}`}
					title="Order  O"
					aria-keyshortcuts="o"
					Icon={ArrowDownUp}
					iconClass={current === byDefault ? '' : 'inbox-used'}
				/>
			}
		>
			{offered.map((sort) => (
				<MenuChoice
					key={sort}
					checked={sort === current}
					onSelect={() => changeFilter({ sort: sort === byDefault ? null : sort })}
				>
					{labelOf(sort, filter)}
				</MenuChoice>
			))}
		</Menu>
	)
}
