import { formatShortDay } from '#web/lib/format.ts'
import { languageName, listed } from '#web/lib/in-words.ts'
import { TextButton } from '#web/ui/button.tsx'
import { Tag } from '#web/ui/marks.tsx'
import { emptyFilter, filtersInUse, type InboxFilter } from './inbox-filter.ts'
import { kindWords } from './item-words.ts'
import type { Facets } from './use-facets.ts'
import type { Inbox } from './use-inbox.ts'

type Chip = { label: string; words: string; clear: Partial<InboxFilter> }

/** Noon, so that no time zone moves the day. */
const day = (date: string): string => formatShortDay(`${date}T12:00`)

/** The filters in use, each as words with the change that ends it. */
const chipsOf = (filter: InboxFilter, facets: Facets): Chip[] => {
	const chips: Chip[] = []
	const add = (label: string, words: string, clear: Partial<InboxFilter>) =>
		chips.push({ label, words, clear })
	const name = (list: { id: string; name: string }[], id: string) =>
		list.find((one) => one.id === id)?.name ?? '…'
	if (filter.forms.length > 0)
		add('Form', listed(filter.forms.map((id) => name(facets.forms, id))), { forms: [] })
	if (filter.kinds.length > 0)
		add('Kind', listed(filter.kinds.map((kind) => kindWords[kind])), { kinds: [] })
	if (filter.ratings.length > 0) add('Rating', listed(filter.ratings), { ratings: [] })
	if (filter.tag !== null) add('Tag', name(facets.tags, filter.tag), { tag: null })
	if (filter.langs.length > 0)
		add('Language', listed(filter.langs.map((tag) => languageName(tag))), { langs: [] })
	if (filter.from !== null && filter.to !== null)
		add('Sent', `${day(filter.from)} to ${day(filter.to)}`, { from: null, to: null })
	else if (filter.from !== null) add('Sent', `since ${day(filter.from)}`, { from: null })
	else if (filter.to !== null) add('Sent', `until ${day(filter.to)}`, { to: null })
	return chips
}

/** The filters in use, under the head of the list. */
export function FilterChips({ inbox, facets }: { inbox: Inbox; facets: Facets }) {
	const { filter, changeFilter } = inbox
	const chips = chipsOf(filter, facets)
	if (chips.length === 0) return null
	return (
		<div className="inbox-chips">
			{chips.map((chip) => (
				<Tag
					key={chip.label}
					removeLabel={`Remove filter: ${chip.label}`}
					onRemove={() => changeFilter(chip.clear)}
				>
					{`${chip.label}: ${chip.words}`}
				</Tag>
			))}
			{filtersInUse(filter) > 1 ? (
				<TextButton
					className="ui-small"
					onClick={() => changeFilter({ ...emptyFilter, view: filter.view })}
				>
					Clear all
				</TextButton>
			) : null}
		</div>
	)
}
