import type { Inbox } from '#web/features/inbox/use-inbox.ts'
import { formatList, formatShortDay, languageName } from '#web/lib/format/format.ts'
import { kindLabels } from '#web/lib/spaces/kind-labels.ts'
import { Tag } from '#web/ui/badge.tsx'
import { TextButton } from '#web/ui/button.tsx'
import { countActiveFilters, emptyFilter, type InboxFilter } from './inbox-filter.ts'
import type { Facets } from './use-facets.ts'

type Chip = { label: string; text: string; clear: Partial<InboxFilter> }

/** Noon, so that no time zone shifts the day. */
const formatFilterDay = (date: string): string => formatShortDay(`${date}T12:00`)

/** The active filters as labels, each with the change that removes it. */
const activeChips = (filter: InboxFilter, facets: Facets): Chip[] => {
	const chips: Chip[] = []
	const add = (label: string, text: string, clear: Partial<InboxFilter>) => chips.push({ label, text, clear })
	const name = (list: { id: string; name: string }[], id: string) => list.find((one) => one.id === id)?.name ?? '…'
	if (filter.forms.length > 0) add('Form', formatList(filter.forms.map((id) => name(facets.forms, id))), { forms: [] })
	if (filter.kinds.length > 0) add('Kind', formatList(filter.kinds.map((kind) => kindLabels[kind])), { kinds: [] })
	if (filter.ratings.length > 0) add('Rating', formatList(filter.ratings), { ratings: [] })
	if (filter.tag !== null) add('Tag', name(facets.tags, filter.tag), { tag: null })
	if (filter.langs.length > 0) add('Language', formatList(filter.langs.map((tag) => languageName(tag))), { langs: [] })
	if (filter.from !== null && filter.to !== null)
		add('Sent', `${formatFilterDay(filter.from)} to ${formatFilterDay(filter.to)}`, {
			from: null,
			to: null,
		})
	else if (filter.from !== null) add('Sent', `since ${formatFilterDay(filter.from)}`, { from: null })
	else if (filter.to !== null) add('Sent', `until ${formatFilterDay(filter.to)}`, { to: null })
	return chips
}

/** The active filters, under the list's header. */
export function FilterChips({ inbox, facets }: { inbox: Inbox; facets: Facets }) {
	const { filter, changeFilter } = inbox
	const chips = activeChips(filter, facets)
	if (chips.length === 0) return null
	return (
		<div className="inbox-chips">
			{chips.map((chip) => (
				<Tag key={chip.label} removeLabel={`Remove filter: ${chip.label}`} onRemove={() => changeFilter(chip.clear)}>
					{`${chip.label}: ${chip.text}`}
				</Tag>
			))}
			{countActiveFilters(filter) > 1 ? (
				<TextButton className="ui-small" onClick={() => changeFilter({ ...emptyFilter, view: filter.view })}>
					Clear all
				</TextButton>
			) : null}
		</div>
	)
}
