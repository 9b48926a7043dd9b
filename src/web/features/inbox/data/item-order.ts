import type { InboxItem } from './inbox-item.ts'

/** A cursor: a page begins after it. */
export type Cursor = Pick<InboxItem, 'id' | 'submitted_at' | 'version' | 'rating' | 'rank'>

/** The cursor of a row. */
export const cursorOf = ({ id, submitted_at, version, rating, rank }: Cursor): Cursor => ({
	id,
	submitted_at,
	version,
	rating,
	rank,
})

/**
 * Where a page is read: null at the start of the list, `end` up to its last row, else after or before a row. `at` is the
 * number of rows before the page, or up to its end when it is read backwards; undefined when it is unknown.
 */
export type Place =
	| null
	| { at?: number | undefined; end: true }
	| (Cursor & { at?: number | undefined; before?: true })

/** Compares two testimonials for sorting; the ids break ties, as in the keysets of the list's queries. */
export type ItemOrder = (a: Cursor, b: Cursor) => number

export const newestFirst: ItemOrder = (a, b) => {
	if (a.submitted_at !== b.submitted_at) return a.submitted_at < b.submitted_at ? 1 : -1
	return a.id < b.id ? 1 : a.id > b.id ? -1 : 0
}

export const oldestFirst: ItemOrder = (a, b) => newestFirst(b, a)

/** Order of the pending list: what submitters edited stands first, because its former words may be public meanwhile. */
export const editedFirst: ItemOrder = (a, b) => b.version - a.version || newestFirst(a, b)

/** Testimonials without stars stand last, in both directions. */
const byRating =
	(direction: 1 | -1): ItemOrder =>
	(a, b) => {
		if (a.rating === b.rating) return newestFirst(a, b)
		if (a.rating === null || b.rating === null) return a.rating === null ? 1 : -1
		return direction * (a.rating - b.rating)
	}

export const highestFirst: ItemOrder = byRating(-1)
export const lowestFirst: ItemOrder = byRating(1)

/** A testimonial that arrived after the search has no rank and stands last. */
export const bestFirst: ItemOrder = (a, b) => (b.rank ?? 0) - (a.rank ?? 0) || newestFirst(a, b)
