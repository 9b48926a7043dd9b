import type { Kind } from '#shared/form/public-form.ts'
import type { ConsentScope, Source } from '#shared/rows.ts'
import type { Basis } from '#shared/wall/wall.ts'
import { activeConsentScope, hasReply, type InboxItem } from '#web/features/inbox/data/inbox-item.ts'
import {
	bestFirst,
	editedFirst,
	highestFirst,
	type ItemOrder,
	lowestFirst,
	newestFirst,
	oldestFirst,
} from '#web/features/inbox/data/item-order.ts'
import { foldText } from '#web/lib/format/fold-text.ts'

export const views = ['pending', 'approved', 'starred', 'archived', 'rejected', 'suspect', 'all'] as const
export type View = (typeof views)[number]

export const sorts = ['newest', 'oldest', 'highest', 'lowest', 'best'] as const
export type Sort = (typeof sorts)[number]

export const kinds = ['text', 'photo', 'video', 'audio'] as const satisfies readonly Kind[]
export const ratings = ['5', '4', '3', '2', '1', 'none'] as const
export const sources = ['form', 'import', 'manual', 'api'] as const satisfies readonly Source[]
export const consentScopes = ['public', 'anonymous', 'private'] as const satisfies readonly ConsentScope[]
type RatingChoice = (typeof ratings)[number]

/**
 * The filter of the list, stored in the URL. `from` and `to` are days (YYYY-MM-DD, both inclusive, in the reader's
 * time zone); `langs` are primary language subtags; `company` is the whole name in any case. Without a live consent a
 * testimonial is private. Without a `sort` the list has that of `sortOf`.
 */
export type InboxFilter = {
	view: View
	forms: string[]
	kinds: Kind[]
	/** The way in which a testimonial came here. */
	source: Source | null
	ratings: RatingChoice[]
	tag: string | null
	/** The id of a member. */
	assigned: string | null
	langs: string[]
	from: string | null
	to: string | null
	/** Verifications of which a testimonial has one. */
	basis: Basis[]
	consent: ConsentScope[]
	/** True when the owner has answered in public. */
	replied: boolean | null
	company: string | null
	q: string
	sort: Sort | null
}

export const emptyFilter: InboxFilter = {
	view: 'pending',
	forms: [],
	kinds: [],
	source: null,
	ratings: [],
	tag: null,
	assigned: null,
	langs: [],
	from: null,
	to: null,
	basis: [],
	consent: [],
	replied: null,
	company: null,
	q: '',
	sort: null,
}

/** Number of active filters, not counting the view and the order. */
export const countActiveFilters = (f: InboxFilter): number =>
	[f.forms, f.kinds, f.ratings, f.langs, f.basis, f.consent].filter((list) => list.length > 0).length +
	[f.tag, f.assigned, f.replied, f.company, f.source].filter((value) => value !== null).length +
	(f.from === null && f.to === null ? 0 : 1) +
	(f.q.trim() === '' ? 0 : 1)

/** First instant of a day in the reader's time zone, as ISO; `after` gives the next day. */
export const dayStart = (day: string, after = 0): string => {
	const [year = 1970, month = 1, date = 1] = day.split('-').map(Number)
	return new Date(year, month - 1, date + after).toISOString()
}

/** The columns that decide in which views a testimonial is listed. */
type ViewedItem = Pick<InboxItem, 'status' | 'spam_state' | 'is_pinned' | 'withdrawn_at'>

/** A withdrawn testimonial needs no decision: it is listed as archived, in any status. */
const inView = (view: View, item: ViewedItem): boolean => {
	if (view === 'all') return true
	const withdrawn = item.withdrawn_at !== null
	if (view === 'starred') return item.is_pinned
	if (view === 'archived') return withdrawn || item.status === 'archived'
	if (withdrawn) return false
	if (view === 'pending') return item.status === 'pending' && item.spam_state === 'clean'
	if (view === 'suspect') return item.status === 'pending' && item.spam_state !== 'clean'
	return item.status === view
}

/** The view that lists a testimonial by its state; every one has exactly one besides Starred and All. */
export const viewOf = (item: ViewedItem): View =>
	views.find((view) => view !== 'starred' && view !== 'all' && inView(view, item)) ?? 'pending'

const primaryLanguage = (locale: string): string => locale.split('-')[0]?.toLowerCase() ?? ''

/** A guess at what the server's search finds, for one that was not listed by it: all words occur in its words or names. */
const matchesSearch = (item: InboxItem, q: string): boolean => {
	const said = foldText([item.body, item.author_name, item.author_title, item.author_company].join(' '))
	return foldText(q)
		.split(/[^\p{L}\p{M}\p{N}]+/u)
		.every((word) => said.includes(word))
}

/** The order of the list: as chosen, else the best match of a search, else the newest. */
export const sortOf = ({ sort, q }: Pick<InboxFilter, 'sort' | 'q'>): Sort => {
	const isSearch = q.trim() !== ''
	if (sort === null || (sort === 'best' && !isSearch)) return isSearch ? 'best' : 'newest'
	return sort
}

/** True when edits that wait for a decision stand before all others: in Pending, as long as no other order was chosen. */
export const hasEditsFirst = (f: Pick<InboxFilter, 'view' | 'sort' | 'q'>): boolean =>
	f.view === 'pending' && f.q.trim() === '' && sortOf(f) === 'newest'

const orders: Record<Sort, ItemOrder> = {
	newest: newestFirst,
	oldest: oldestFirst,
	highest: highestFirst,
	lowest: lowestFirst,
	best: bestFirst,
}

/** The order of a list as a comparison of its rows. */
export const orderOf = (f: Pick<InboxFilter, 'view' | 'sort' | 'q'>): ItemOrder =>
	hasEditsFirst(f) ? editedFirst : orders[sortOf(f)]

/**
 * True when a testimonial matches a filter: the client side of `inboxQuery`, so that live and optimistic changes land
 * where the server would put them. One that a search had `listed` still has the words that were found.
 */
export const matchesFilter = (f: InboxFilter, item: InboxItem, listed = false): boolean => {
	const at = Date.parse(item.submitted_at)
	const rating = item.rating === null ? 'none' : String(item.rating)
	return (
		inView(f.view, item) &&
		(f.forms.length === 0 || (item.form_id !== null && f.forms.includes(item.form_id))) &&
		(f.kinds.length === 0 || f.kinds.includes(item.kind)) &&
		(f.source === null || f.source === item.source) &&
		(f.ratings.length === 0 || f.ratings.some((choice) => choice === rating)) &&
		(f.tag === null || item.testimonial_tags.some((tag) => tag.tag_id === f.tag)) &&
		(f.assigned === null || item.assigned_to === f.assigned) &&
		(f.langs.length === 0 || f.langs.includes(primaryLanguage(item.locale))) &&
		(f.from === null || at >= Date.parse(dayStart(f.from))) &&
		(f.to === null || at < Date.parse(dayStart(f.to, 1))) &&
		(f.basis.length === 0 || item.verifications.some(({ basis }) => f.basis.includes(basis))) &&
		(f.consent.length === 0 || f.consent.includes(activeConsentScope(item) ?? 'private')) &&
		(f.replied === null || f.replied === hasReply(item)) &&
		(f.company === null || f.company.toLowerCase() === item.author_company?.toLowerCase()) &&
		(f.q.trim() === '' || listed || matchesSearch(item, f.q))
	)
}
