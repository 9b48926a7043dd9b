import { type InvitationFilter, invitationStates } from './invitation-filter.ts'
import { SearchField } from './search-field.tsx'
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
