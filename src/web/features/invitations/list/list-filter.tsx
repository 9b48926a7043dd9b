import { Search } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useDebounced } from '#web/lib/browser/use-debounced.ts'
import { type InvitationFilter, invitationStates } from './invitation-filter.ts'
import { stateLabels } from './state-text.ts'

/** Search and state of the list. */
export function ListFilter({
	filter,
	onChange,
}: {
	filter: InvitationFilter
	onChange: (part: Partial<InvitationFilter>) => void
}) {
	return (
		<search className="invite-filter">
			<SearchField value={filter.q} onChange={(q) => onChange({ q })} />
			<select
				className="ui-input"
				aria-label="State"
				value={filter.state ?? ''}
				onChange={({ target }) => onChange({ state: invitationStates.find((state) => state === target.value) ?? null })}
			>
				<option value="">All states</option>
				{invitationStates.map((state) => (
					<option key={state} value={state}>
						{stateLabels[state]}
					</option>
				))}
			</select>
		</search>
	)
}

/** A search that takes effect shortly after typing ends. */
function SearchField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
	const [typed, setTyped] = useState(value)
	const settled = useDebounced(typed)
	const latest = useRef({ value, onChange })
	latest.current = { value, onChange }
	useEffect(() => {
		if (settled !== latest.current.value) latest.current.onChange(settled)
	}, [settled])
	// The value also changes by the button that clears the filters and by the browser's history.
	useEffect(() => setTyped(value), [value])
	return (
		<div className="ui-affix">
			<span className="ui-affix-pre invite-search-icon">
				<Search size={16} aria-hidden="true" />
			</span>
			<input
				className="ui-input"
				type="search"
				dir="auto"
				aria-label="Find in invitations"
				placeholder="Name or address"
				value={typed}
				onChange={({ target }) => setTyped(target.value)}
			/>
		</div>
	)
}
