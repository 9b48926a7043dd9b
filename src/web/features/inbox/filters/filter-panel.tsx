import { ListFilter } from 'lucide-react'
import { Suspense } from 'react'
import { useInbox } from '#web/features/inbox/inbox-context.tsx'
import { lazyComponent } from '#web/lib/loading/import-with-reload.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Popover } from '#web/ui/overlays/popover.tsx'
import { countActiveFilters } from './inbox-filter.ts'

const FilterFields = lazyComponent(async () => (await import('./filter-fields.tsx')).FilterFields)

/** Every filter in one popover; each takes effect at once. */
export function FilterPanel() {
	const { filter } = useInbox().list
	const used = countActiveFilters(filter)
	return (
		<Popover
			label="Filters"
			align="end"
			trigger={
				<IconButton
					title="Filter  Shift F"
					aria-keyshortcuts="Shift+f"
					label={used === 0 ? 'Filter' : `Filter, ${used} in use`}
					Icon={ListFilter}
					iconClass={used > 0 ? 'inbox-used' : ''}
				/>
			}
		>
			<Suspense>
				<FilterFields />
			</Suspense>
		</Popover>
	)
}
