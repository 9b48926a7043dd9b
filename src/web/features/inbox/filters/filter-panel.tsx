import { ListFilter } from 'lucide-react'
import { useMembers } from '#web/features/inbox/assignment/use-members.ts'
import { IconButton } from '#web/features/inbox/icon-button.tsx'
import { useInbox } from '#web/features/inbox/inbox-context.tsx'
import { formatCount, formatNumber, languageName } from '#web/lib/format/format.ts'
import { kindLabels } from '#web/lib/spaces/kind-labels.ts'
import { Button } from '#web/ui/button.tsx'
import { DateField } from '#web/ui/date/date-field.tsx'
import { Checkbox } from '#web/ui/fields/choice.tsx'
import { SelectField } from '#web/ui/fields/text-field.tsx'
import { Popover } from '#web/ui/overlays/popover.tsx'
import { countActiveFilters, ratings } from './inbox-filter.ts'
import './filters.css'

/** Every filter in one popover; each takes effect at once. */
export function FilterPanel() {
	const { filter } = useInbox()
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
			<FilterFields />
		</Popover>
	)
}

/** A component of its own, so that nothing is rendered while the popover is closed. */
function FilterFields() {
	const { filter, changeFilter, clearFilter, items, query, facets } = useInbox()
	const used = countActiveFilters(filter)
	return (
		<div className="inbox-filters">
			{facets.forms.length > 1 ? (
				<CheckboxGroup
					legend="Form"
					options={facets.forms.map((form) => ({ value: form.id, label: form.name }))}
					chosen={filter.forms}
					onChange={(forms) => changeFilter({ forms })}
				/>
			) : null}
			{facets.kinds.length > 1 || filter.kinds.length > 0 ? (
				<CheckboxGroup
					legend="Kind"
					options={facets.kinds.map((kind) => ({ value: kind, label: kindLabels[kind] }))}
					chosen={filter.kinds}
					onChange={(next) => changeFilter({ kinds: next })}
				/>
			) : null}
			<CheckboxGroup
				legend="Rating"
				options={ratings.map((one) => ({
					value: one,
					label: one === 'none' ? 'None' : formatCount(Number(one), 'star'),
				}))}
				chosen={filter.ratings}
				onChange={(next) => changeFilter({ ratings: next })}
			/>
			{facets.langs.length > 1 ? (
				<CheckboxGroup
					legend="Language"
					options={facets.langs.map((tag) => ({ value: tag, label: languageName(tag) }))}
					chosen={filter.langs}
					onChange={(langs) => changeFilter({ langs })}
				/>
			) : null}
			{facets.tags.length > 0 ? (
				<SelectField
					label="Tag"
					value={filter.tag ?? ''}
					onChange={(event) => changeFilter({ tag: event.target.value || null })}
				>
					<option value="">Any</option>
					{facets.tags.map((tag) => (
						<option key={tag.id} value={tag.id}>
							{tag.name}
						</option>
					))}
				</SelectField>
			) : null}
			<AssignedFilter />
			<div className="inbox-filter-days">
				<DateField
					label="Sent from"
					value={filter.from ?? ''}
					max={filter.to ?? undefined}
					onChange={(day) => changeFilter({ from: day || null })}
				/>
				<DateField
					label="until"
					value={filter.to ?? ''}
					min={filter.from ?? undefined}
					onChange={(day) => changeFilter({ to: day || null })}
				/>
			</div>
			<div className="inbox-filter-foot" data-keep-clear>
				<span className="ui-quiet ui-small" role="status">
					{query.isFetching ? 'Looking…' : `${formatNumber(items.length)}${query.hasNextPage ? ' or more' : ''} match`}
				</span>
				<Button size="tiny" variant="quiet" disabled={used === 0} onClick={clearFilter}>
					Clear all
				</Button>
			</div>
		</div>
	)
}

/** Narrows the list to what one member looks after. A space of one member has nothing to choose. */
function AssignedFilter() {
	const { filter, changeFilter, space } = useInbox()
	const members = useMembers(space.id)
	if (members.length < 2 && filter.assigned === null) return null
	return (
		<SelectField
			label="Assigned to"
			value={filter.assigned ?? ''}
			onChange={(event) => changeFilter({ assigned: event.target.value || null })}
		>
			<option value="">Anybody or nobody</option>
			{members.map(({ id, name }) => (
				<option key={id} value={id}>
					{name}
				</option>
			))}
		</SelectField>
	)
}

function CheckboxGroup<Value extends string>({
	legend,
	options,
	chosen,
	onChange,
}: {
	legend: string
	options: { value: Value; label: string }[]
	chosen: readonly Value[]
	onChange: (chosen: Value[]) => void
}) {
	return (
		<fieldset>
			<legend>{legend}</legend>
			<div className="inbox-filter-choices">
				{options.map(({ value, label }) => (
					<Checkbox
						key={value}
						checked={chosen.includes(value)}
						onChange={(event) =>
							onChange(event.target.checked ? [...chosen, value] : chosen.filter((one) => one !== value))
						}
					>
						<bdi>{label}</bdi>
					</Checkbox>
				))}
			</div>
		</fieldset>
	)
}
