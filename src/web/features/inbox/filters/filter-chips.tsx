import { useMembers } from '#web/features/inbox/assignment/use-members.ts'
import { useInbox } from '#web/features/inbox/inbox-context.tsx'
import { consentScopeWords, sourceLabels, verificationLabels } from '#web/features/inbox/item-labels.ts'
import { formatList, languageName } from '#web/lib/format/format.ts'
import { formatDate } from '#web/lib/format/format-time.ts'
import { kindLabels } from '#web/lib/spaces/kind-labels.ts'
import { Tag } from '#web/ui/badge.tsx'
import { TextButton } from '#web/ui/button.tsx'
import { countActiveFilters, type InboxFilter } from './inbox-filter.ts'
import type { Facets } from './use-facets.ts'

type Named = { id: string; name: string }
type Chip = { label: string; text: string; clear: Partial<InboxFilter> }

/** Noon, so that no time zone shifts the day. */
const formatFilterDay = (date: string): string => formatDate(`${date}T12:00`)

/** The active filters as labels, each with the change that removes it. */
const activeChips = (filter: InboxFilter, facets: Facets, members: Named[]): Chip[] => {
	const chips: Chip[] = []
	const add = (label: string, text: string, clear: Partial<InboxFilter>) => chips.push({ label, text, clear })
	const name = (list: Named[], id: string) => list.find((one) => one.id === id)?.name ?? '…'
	if (filter.forms.length > 0) add('Form', formatList(filter.forms.map((id) => name(facets.forms, id))), { forms: [] })
	if (filter.kinds.length > 0) add('Kind', formatList(filter.kinds.map((kind) => kindLabels[kind])), { kinds: [] })
	if (filter.source !== null) add('Source', sourceLabels[filter.source].toLowerCase(), { source: null })
	if (filter.ratings.length > 0) add('Rating', formatList(filter.ratings), { ratings: [] })
	if (filter.tag !== null) add('Tag', name(facets.tags, filter.tag), { tag: null })
	if (filter.assigned !== null) add('Assigned to', name(members, filter.assigned), { assigned: null })
	if (filter.langs.length > 0) add('Language', formatList(filter.langs.map((tag) => languageName(tag))), { langs: [] })
	if (filter.from !== null && filter.to !== null)
		add('Sent', `${formatFilterDay(filter.from)} to ${formatFilterDay(filter.to)}`, {
			from: null,
			to: null,
		})
	else if (filter.from !== null) add('Sent', `since ${formatFilterDay(filter.from)}`, { from: null })
	else if (filter.to !== null) add('Sent', `until ${formatFilterDay(filter.to)}`, { to: null })
	if (filter.basis.length > 0)
		add('Verification', formatList(filter.basis.map((basis) => verificationLabels[basis].label)), { basis: [] })
	if (filter.consent.length > 0)
		add('Consent', formatList(filter.consent.map((scope) => consentScopeWords[scope])), { consent: [] })
	if (filter.replied !== null) add('Your answer', filter.replied ? 'yes' : 'no', { replied: null })
	if (filter.company !== null) add('Company', filter.company, { company: null })
	return chips
}

/** The active filters, under the list's header. */
export function FilterChips() {
	const { space, list } = useInbox()
	const { filter, changeFilter, clearFilter, facets } = list
	const chips = activeChips(filter, facets, useMembers(space.id))
	if (chips.length === 0) return null
	return (
		<div className="inbox-chips">
			{chips.map((chip) => (
				<Tag key={chip.label} removeLabel={`Remove filter: ${chip.label}`} onRemove={() => changeFilter(chip.clear)}>
					{`${chip.label}: ${chip.text}`}
				</Tag>
			))}
			{countActiveFilters(filter) > 1 ? (
				<TextButton className="ui-small" onClick={clearFilter}>
					Clear all
				</TextButton>
			) : null}
		</div>
	)
}
