import { CircleQuestionMark, ListChecks, Search, X } from 'lucide-react'
import { type RefObject, useEffect, useState } from 'react'
import { FilterChips } from '#web/features/inbox/filters/filter-chips.tsx'
import { FilterPanel } from '#web/features/inbox/filters/filter-panel.tsx'
import { countActiveFilters } from '#web/features/inbox/filters/inbox-filter.ts'
import type { Facets } from '#web/features/inbox/filters/use-facets.ts'
import { ViewMenu } from '#web/features/inbox/filters/view-menu.tsx'
import { viewLabels } from '#web/features/inbox/item-labels.ts'
import type { Inbox } from '#web/features/inbox/use-inbox.ts'
import { useDebounced } from '#web/lib/browser/use-debounced.ts'
import { formatNumber } from '#web/lib/format/format.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { Tooltip } from '#web/ui/overlays/tooltip.tsx'
import './list-pane.css'

/** The list's header: view, count, search, filters, select mode, shortcuts. */
export function ListHeader({
	inbox,
	facets,
	searching,
	setSearching,
	search,
	onHelp,
}: {
	inbox: Inbox
	facets: Facets
	searching: boolean
	setSearching: (open: boolean) => void
	search: RefObject<HTMLInputElement | null>
	onHelp: () => void
}) {
	const { filter, counts, selecting, setSelecting, dispatch, items, query } = inbox
	const found = `${formatNumber(items.length)}${query.hasNextPage ? '+' : ''}`
	const all = counts && formatNumber(counts[filter.view])
	const count = countActiveFilters(filter) === 0 ? all : found
	return (
		<div className="inbox-list-head">
			<div className="inbox-list-line">
				<h1 tabIndex={-1}>
					{viewLabels[filter.view]}
					<span className="ui-count">{count}</span>
				</h1>
				<ViewMenu inbox={inbox} facets={facets} />
				<span className="inbox-list-grow" />
				<Tooltip text="Search  /">
					<Button
						variant="quiet"
						icon
						aria-label="Search in this view"
						aria-expanded={searching || filter.q !== ''}
						onClick={() => setSearching(true)}
					>
						<Search size={16} aria-hidden="true" />
					</Button>
				</Tooltip>
				<FilterPanel inbox={inbox} facets={facets} />
				{inbox.canEdit ? (
					<Tooltip text="Select several  X">
						<Button
							variant="quiet"
							icon
							aria-label="Select several"
							aria-pressed={selecting}
							disabled={items.length === 0}
							onClick={() => {
								dispatch({ type: 'cleared' })
								setSelecting(!selecting)
							}}
						>
							<ListChecks size={16} aria-hidden="true" />
						</Button>
					</Tooltip>
				) : null}
				<Tooltip text="Keys  ?">
					<Button variant="quiet" icon aria-label="Keyboard help" onClick={onHelp}>
						<CircleQuestionMark size={16} aria-hidden="true" />
					</Button>
				</Tooltip>
			</div>
			{searching || filter.q !== '' ? (
				<SearchBar inbox={inbox} input={search} close={() => setSearching(false)} />
			) : null}
			<FilterChips inbox={inbox} facets={facets} />
		</div>
	)
}

function SearchBar({
	inbox,
	input,
	close,
}: {
	inbox: Inbox
	input: RefObject<HTMLInputElement | null>
	close: () => void
}) {
	const { filter, changeFilter } = inbox
	const [text, setText] = useState(filter.q)
	const settled = useDebounced(text, 250)
	// Only a pause in typing changes the URL; other changes of the URL must not trigger a search.
	useEffect(() => {
		if (settled === text && settled.trim() !== filter.q) changeFilter({ q: settled.trim() })
	}, [settled, text, filter.q, changeFilter])
	return (
		<search className="inbox-search">
			<TextField
				label="Search words and names"
				hideLabel
				type="search"
				placeholder="Words or a name"
				ref={input}
				value={text}
				maxLength={200}
				onChange={(event) => setText(event.target.value)}
				onKeyDown={(event) => {
					if (event.key !== 'Escape') return
					changeFilter({ q: '' })
					close()
				}}
			/>
			<Button
				variant="quiet"
				icon
				aria-label="Clear the search"
				onClick={() => {
					changeFilter({ q: '' })
					setText('')
					close()
				}}
			>
				<X size={16} aria-hidden="true" />
			</Button>
		</search>
	)
}
