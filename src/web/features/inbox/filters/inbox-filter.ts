import type { Kind } from '#shared/public-form.ts'
import { editedFirst, type InboxItem, type ItemOrder, newestFirst } from '#web/features/inbox/data/inbox-item.ts'

export const views = ['pending', 'approved', 'starred', 'archived', 'rejected', 'suspect'] as const
export type View = (typeof views)[number]

export const kinds = ['text', 'photo', 'video', 'audio'] as const satisfies readonly Kind[]
export const ratings = ['5', '4', '3', '2', '1', 'none'] as const
type RatingChoice = (typeof ratings)[number]

/**
 * The filter of the list, stored in the URL. `from` and `to` are days (YYYY-MM-DD, both inclusive, in the reader's
 * time zone); `langs` are primary language subtags.
 */
export type InboxFilter = {
	view: View
	forms: string[]
	kinds: Kind[]
	ratings: RatingChoice[]
	tag: string | null
	langs: string[]
	from: string | null
	to: string | null
	q: string
}

export const emptyFilter: InboxFilter = {
	view: 'pending',
	forms: [],
	kinds: [],
	ratings: [],
	tag: null,
	langs: [],
	from: null,
	to: null,
	q: '',
}

/** Number of active filters, not counting the view. */
export const countActiveFilters = (f: InboxFilter): number =>
	[f.forms, f.kinds, f.ratings, f.langs].filter((list) => list.length > 0).length +
	(f.tag === null ? 0 : 1) +
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
	const withdrawn = item.withdrawn_at !== null
	if (view === 'starred') return item.is_pinned
	if (view === 'archived') return withdrawn || item.status === 'archived'
	if (withdrawn) return false
	if (view === 'pending') return item.status === 'pending' && item.spam_state === 'clean'
	if (view === 'suspect') return item.status === 'pending' && item.spam_state !== 'clean'
	return item.status === view
}

/** The view that lists a testimonial by its state; every one has exactly one. */
export const viewOf = (item: ViewedItem): View =>
	views.find((view) => view !== 'starred' && inView(view, item)) ?? 'pending'

const primaryLanguage = (locale: string): string => locale.split('-')[0]?.toLowerCase() ?? ''

const matchesSearch = (item: InboxItem, q: string): boolean => {
	const needle = q.trim().toLocaleLowerCase()
	return [item.body, item.author_name, item.author_title, item.author_company].some((text) =>
		text?.toLocaleLowerCase().includes(needle),
	)
}

/** The order of a view's list: newest first, and edits that wait for a decision before all others. */
export const orderOf = ({ view }: Pick<InboxFilter, 'view'>): ItemOrder =>
	view === 'pending' ? editedFirst : newestFirst

/**
 * Whether a testimonial matches a filter: the client side of `inboxQuery`, so that live and optimistic changes land
 * where the server would put them.
 */
export const matchesFilter = (f: InboxFilter, item: InboxItem): boolean => {
	const at = Date.parse(item.submitted_at)
	const rating = item.rating === null ? 'none' : String(item.rating)
	return (
		inView(f.view, item) &&
		(f.forms.length === 0 || (item.form_id !== null && f.forms.includes(item.form_id))) &&
		(f.kinds.length === 0 || f.kinds.includes(item.kind)) &&
		(f.ratings.length === 0 || f.ratings.some((choice) => choice === rating)) &&
		(f.tag === null || item.testimonial_tags.some((tag) => tag.tag_id === f.tag)) &&
		(f.langs.length === 0 || f.langs.includes(primaryLanguage(item.locale))) &&
		(f.from === null || at >= Date.parse(dayStart(f.from))) &&
		(f.to === null || at < Date.parse(dayStart(f.to, 1))) &&
		(f.q.trim() === '' || matchesSearch(item, f.q))
	)
}
