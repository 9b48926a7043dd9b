import { CircleQuestionMark, ListChecks, Plus, Search, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { FilterChips } from '#web/features/inbox/filters/filter-chips.tsx'
import { FilterPanel } from '#web/features/inbox/filters/filter-panel.tsx'
import { countActiveFilters } from '#web/features/inbox/filters/inbox-filter.ts'
import { ViewMenu } from '#web/features/inbox/filters/inbox-views.tsx'
import { SortMenu } from '#web/features/inbox/filters/sort-menu.tsx'
import { useInbox } from '#web/features/inbox/inbox-context.tsx'
import { viewLabels } from '#web/features/inbox/item-labels.ts'
import { useDebounced } from '#web/lib/browser/use-debounced.ts'
import { formatNumber } from '#web/lib/format/format.ts'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import './list-pane.css'

/** The list's header: view, count, search, filters, select mode, shortcuts. */
export function ListHeader() {
	const inbox = useInbox()
	const { list, selection } = inbox
	const { filter, counts, items, query } = list
	const { selecting } = selection
	const found = `${formatNumber(items.length)}${query.hasNextPage ? '+' : ''}`
	const all = counts && formatNumber(counts[filter.view])
	const isSearchShown = inbox.searching || filter.q !== ''
	const count = countActiveFilters(filter) === 0 ? all : found
	return (
		<div className="inbox-list-head">
			<div className="inbox-list-line">
				<h1 tabIndex={-1}>
					{viewLabels[filter.view]}
					<span className="ui-count">{count}</span>
				</h1>
				<ViewMenu />
				<div className="inbox-list-tools">
					<IconButton
						tip="Search  /"
						label="Search in this view"
						Icon={Search}
						aria-expanded={isSearchShown}
						onClick={inbox.openSearch}
					/>
					<SortMenu />
					<FilterPanel />
					{inbox.canEdit ? (
						<IconButton
							tip="Select several  X"
							label="Select several"
							Icon={ListChecks}
							aria-pressed={selecting}
							disabled={items.length === 0}
							onClick={() => {
								inbox.selection.clearSelection()
								inbox.selection.setSelecting(!selecting)
							}}
						/>
					) : null}
					{inbox.canEdit ? (
						<IconButton
							label="Add a testimonial"
							title="Add a testimonial  Shift A"
							aria-keyshortcuts="Shift+a"
							Icon={Plus}
							onClick={() => inbox.setAdding(true)}
						/>
					) : null}
					<IconButton
						className="inbox-list-keys"
						tip="Keys  ?"
						label="Keyboard help"
						Icon={CircleQuestionMark}
						onClick={() => inbox.setHelpOpen(true)}
					/>
				</div>
			</div>
			{isSearchShown ? <SearchBar /> : null}
			<FilterChips />
		</div>
	)
}

function SearchBar() {
	const { searchInput, closeSearch, list } = useInbox()
	const { filter, changeFilter } = list
	const [text, setText] = useState(filter.q)
	const settled = useDebounced(text, 250)
	// Only a pause in typing changes the URL; other changes of the URL must not trigger a search.
	useEffect(() => {
		if (settled === text && settled.trim() !== filter.q) changeFilter({ q: settled.trim() })
	}, [settled, text, filter.q, changeFilter])
	return (
		<search className="inbox-search">
			<TextField
				label="Search words, answers, people and addresses"
				hideLabel
				type="search"
				placeholder="Words, a name or an address"
				ref={searchInput}
				value={text}
				maxLength={200}
				onChange={(event) => setText(event.target.value)}
				onKeyDown={(event) => {
					if (event.key !== 'Escape') return
					changeFilter({ q: '' })
					closeSearch()
				}}
			/>
			<IconButton
				label="Clear the search"
				Icon={X}
				onClick={() => {
					changeFilter({ q: '' })
					setText('')
					closeSearch()
				}}
			/>
		</search>
	)
}
