import type { InboxItem } from './inbox-item.ts'
import { cursorOf, type ItemOrder, type Place } from './item-order.ts'

/**
 * One page of the list in its order. `more` means that later ones exist on the server, `earlier` that earlier ones do;
 * `at` is the number of rows before it, where that is known.
 */
export type InboxPage = { items: InboxItem[]; more: boolean; earlier?: boolean; at?: number | undefined }

/** The place after the loaded pages; undefined at the end of the list. */
export const nextPlace = (pages: readonly InboxPage[]): Place | undefined => {
	if (!pages.at(-1)?.more) return undefined
	const rows = flattenPages(pages)
	const oldest = rows.at(-1)
	// Everything loaded has been decided meanwhile: the list is read from its start again.
	if (!oldest) return null
	const at = pages[0]?.at
	return { ...cursorOf(oldest), at: at === undefined ? at : at + rows.length }
}

/** The place before the loaded pages; undefined at the start of the list. */
export const formerPlace = (pages: readonly InboxPage[]): Place | undefined => {
	if (!pages[0]?.earlier) return undefined
	const newest = flattenPages(pages)[0]
	return newest ? { ...cursorOf(newest), at: pages[0].at, before: true } : null
}

/** All loaded rows in order, without duplicates: a row that moved between two reads may be in two pages. */
export const flattenPages = (pages: readonly InboxPage[]): InboxItem[] => {
	const seen = new Map<string, InboxItem>()
	for (const page of pages) for (const item of page.items) if (!seen.has(item.id)) seen.set(item.id, item)
	return [...seen.values()]
}

/** A testimonial of the loaded pages. */
export const findInPages = (pages: readonly InboxPage[], id: string): InboxItem | undefined => {
	// Without a copy of the rows: a decision on thousands looks each of them up.
	for (const page of pages) {
		const found = page.items.find((item) => item.id === id)
		if (found) return found
	}
	return undefined
}

/** The pages without a testimonial; the same array when it was absent. */
export const dropItem = (pages: InboxPage[], id: string): InboxPage[] =>
	pages.some((page) => page.items.some((item) => item.id === id))
		? pages.map((page) => ({ ...page, items: page.items.filter((item) => item.id !== id) }))
		: pages

/** True when a testimonial is on the side of a page's row from which the page was read. */
const isInside = (item: InboxItem, place: Place, order: ItemOrder): boolean => {
	if (place === null || 'end' in place) return true
	return place.before ? order(item, place) < 0 : order(place, item) < 0
}

/** A page fetched at a place, with local changes applied: each item where it belongs, or removed where `belongs` is false. */
export const correctPage = (
	page: InboxPage,
	place: Place,
	shown: readonly InboxItem[],
	belongs: (item: InboxItem) => boolean,
	order: ItemOrder,
): InboxPage => {
	// Nothing is missing between a row and the page after it.
	const isBounded = place !== null && !('end' in place) && !place.before
	const bounded = isBounded ? { ...page, earlier: false } : page
	const corrected = shown.reduce(
		(all, item) => placeItem([all], item, belongs(item) && isInside(item, place, order), order)[0] ?? all,
		bounded,
	)
	return isBounded ? { ...corrected, earlier: page.earlier ?? false } : corrected
}

/**
 * The pages with a testimonial at its place, or without it when it does not match. One before or after everything
 * loaded is left out while the server has more there: its own page brings it. A change keeps the rank that the search gave it.
 */
export const placeItem = (pages: InboxPage[], changed: InboxItem, belongs: boolean, order: ItemOrder): InboxPage[] => {
	const rest = dropItem(pages, changed.id)
	if (!belongs) return rest
	const item = { ...changed, rank: findInPages(pages, changed.id)?.rank }
	const newest = rest[0]?.items[0]
	if (rest[0]?.earlier && newest && order(item, newest) < 0) return rest
	const last = rest.length - 1
	const at = rest.findIndex((page, index) => {
		const oldest = page.items.at(-1)
		return (oldest !== undefined && order(item, oldest) < 0) || (index === last && !page.more)
	})
	if (at < 0) return rest
	return rest.map((page, index) => (index === at ? { ...page, items: [...page.items, item].sort(order) } : page))
}
