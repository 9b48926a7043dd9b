import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { bases } from '#shared/wall/wall.ts'
import { useMembers } from '#web/features/inbox/assignment/use-members.ts'
import { inboxKeys } from '#web/features/inbox/data/inbox-cache.ts'
import { useInbox } from '#web/features/inbox/inbox-context.tsx'
import { consentScopeWords, sourceLabels, verificationLabels } from '#web/features/inbox/item-labels.ts'
import { formatCount, formatNumber, languageName } from '#web/lib/format/format.ts'
import { kindLabels } from '#web/lib/spaces/kind-labels.ts'
import { Button } from '#web/ui/button.tsx'
import { DateField } from '#web/ui/date/date-field.tsx'
import { Checkbox } from '#web/ui/fields/choice.tsx'
import { SelectField, TextField } from '#web/ui/fields/text-field.tsx'
import { consentScopes, countActiveFilters, ratings, sources } from './inbox-filter.ts'
import { readCompany } from './read-filter.ts'
import './filters.css'

/** The fields of the filter. Its code loads when the popover opens. */
export function FilterFields() {
	const { filter, changeFilter, clearFilter, items, query, facets } = useInbox().list
	const used = countActiveFilters(filter)
	return (
		<div className="inbox-filters">
			{facets.forms.length > 1 ? (
				<CheckboxGroup legend="Form" field="forms" options={facets.forms.map(({ id, name }) => [id, name])} />
			) : null}
			{facets.kinds.length > 1 || filter.kinds.length > 0 ? (
				<CheckboxGroup legend="Kind" field="kinds" options={facets.kinds.map((kind) => [kind, kindLabels[kind]])} />
			) : null}
			<SelectField
				label="Source"
				value={filter.source ?? ''}
				onChange={({ target }) => changeFilter({ source: sources.find((one) => one === target.value) ?? null })}
			>
				<option value="">Any</option>
				{sources.map((one) => (
					<option key={one} value={one}>
						{sourceLabels[one]}
					</option>
				))}
			</SelectField>
			<CheckboxGroup
				legend="Rating"
				field="ratings"
				options={ratings.map((one) => [one, one === 'none' ? 'None' : formatCount(Number(one), 'star')])}
			/>
			{facets.langs.length > 1 ? (
				<CheckboxGroup legend="Language" field="langs" options={facets.langs.map((tag) => [tag, languageName(tag)])} />
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
			<CheckboxGroup
				legend="Verification"
				field="basis"
				options={bases.map((basis) => [basis, verificationLabels[basis].label])}
			/>
			<CheckboxGroup
				legend="Consent"
				field="consent"
				options={consentScopes.map((scope) => [scope, consentScopeWords[scope]])}
			/>
			<SelectField
				label="Your answer"
				value={filter.replied === null ? '' : String(filter.replied)}
				onChange={({ target }) => changeFilter({ replied: target.value === '' ? null : target.value === 'true' })}
			>
				<option value="">With or without</option>
				<option value="true">Answered</option>
				<option value="false">Not answered</option>
			</SelectField>
			<CompanyFilter key={filter.company} />
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
	const { space, list } = useInbox()
	const { filter, changeFilter } = list
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

/** One company, by its whole name; those of the newest thousand testimonials are suggested. */
function CompanyFilter() {
	const { client, space, list } = useInbox()
	const { filter, changeFilter } = list
	const [name, setName] = useState(filter.company ?? '')
	const { data: names = [] } = useQuery({
		queryKey: [...inboxKeys.all(space.id), 'companies'],
		queryFn: async () => {
			const { data } = await client
				.from('testimonials')
				.select('author_company')
				.eq('space_id', space.id)
				.order('submitted_at', { ascending: false })
				.limit(1000)
				.throwOnError()
			return [...new Set(data.flatMap((row) => row.author_company ?? []))].sort().slice(0, 500)
		},
		staleTime: 30_000,
	})
	const apply = (text: string) => {
		const company = readCompany(text)
		if (company !== filter.company) changeFilter({ company })
	}
	if (names.length === 0 && filter.company === null) return null
	return (
		<>
			<TextField
				label="Company"
				list="inbox-companies"
				maxLength={120}
				value={name}
				dir="auto"
				onChange={({ target }) => {
					setName(target.value)
					// A name that was chosen from the list, or taken out, takes effect at once.
					if (target.value === '' || names.includes(target.value)) apply(target.value)
				}}
				onBlur={() => apply(name)}
				onKeyDown={({ key }) => key === 'Enter' && apply(name)}
			/>
			<datalist id="inbox-companies">
				{names.map((one) => (
					<option key={one} value={one} />
				))}
			</datalist>
		</>
	)
}

/** Filters by any of some values. */
function CheckboxGroup(props: {
	legend: string
	field: 'forms' | 'kinds' | 'ratings' | 'langs' | 'basis' | 'consent'
	options: [value: string, label: string][]
}) {
	const { filter, changeFilter } = useInbox().list
	const chosen: readonly string[] = filter[props.field]
	const toggle = (value: string, isOn: boolean) =>
		changeFilter({ [props.field]: isOn ? [...chosen, value] : chosen.filter((one) => one !== value) })
	return (
		<fieldset>
			<legend>{props.legend}</legend>
			<div className="inbox-filter-choices">
				{props.options.map(([value, label]) => (
					<Checkbox
						key={value}
						checked={chosen.includes(value)}
						onChange={(event) => toggle(value, event.target.checked)}
					>
						<bdi>{label}</bdi>
					</Checkbox>
				))}
			</div>
		</fieldset>
	)
}
