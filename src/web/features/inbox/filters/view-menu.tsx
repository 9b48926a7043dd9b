import { Bookmark, ChevronDown, Tag as TagIcon } from 'lucide-react'
import { viewLabels } from '#web/features/inbox/item-labels.ts'
import type { Inbox } from '#web/features/inbox/use-inbox.ts'
import { formatNumber } from '#web/lib/format/format.ts'
import { Button } from '#web/ui/button.tsx'
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '#web/ui/overlays/menu.tsx'
import { emptyFilter, views } from './inbox-filter.ts'
import { viewIcons } from './inbox-views.tsx'
import { useSavedViews } from './saved-views.ts'
import type { Facets } from './use-facets.ts'

/** The views as a menu, where the left pane does not fit. */
export function ViewMenu({ inbox, facets }: { inbox: Inbox; facets: Facets }) {
	const { changeFilter, counts, filter, space } = inbox
	const { saved } = useSavedViews(space.id)
	return (
		<div className="inbox-view-menu">
			<Menu
				trigger={
					<Button variant="quiet" icon aria-label="Choose a view">
						<ChevronDown size={16} aria-hidden="true" />
					</Button>
				}
			>
				{views.map((view) => {
					const Icon = viewIcons[view]
					return (
						<MenuItem key={view} onSelect={() => changeFilter({ ...emptyFilter, view })}>
							<Icon size={16} aria-hidden="true" />
							{viewLabels[view]}
							{counts ? <span className="ui-count ui-menu-end">{formatNumber(counts[view])}</span> : null}
						</MenuItem>
					)
				})}
				{saved.length > 0 ? (
					<>
						<MenuSeparator />
						<MenuLabel>Saved views</MenuLabel>
					</>
				) : null}
				{saved.map((one) => (
					<MenuItem key={one.id} onSelect={() => changeFilter(one.filter)}>
						<Bookmark size={16} aria-hidden="true" />
						<bdi>{one.name}</bdi>
					</MenuItem>
				))}
				{facets.tags.length > 0 ? (
					<>
						<MenuSeparator />
						<MenuLabel>Tags</MenuLabel>
					</>
				) : null}
				{facets.tags.map((tag) => (
					<MenuItem key={tag.id} onSelect={() => changeFilter({ ...emptyFilter, view: filter.view, tag: tag.id })}>
						<TagIcon size={16} aria-hidden="true" />
						<bdi>{tag.name}</bdi>
					</MenuItem>
				))}
			</Menu>
		</div>
	)
}
