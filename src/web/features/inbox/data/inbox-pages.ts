import type { InboxItem } from './inbox-item.ts'
import type { Cursor, ItemOrder } from './item-order.ts'

/** One page of the list in its order. `more` means that later ones exist on the server. */
export type InboxPage = { items: InboxItem[]; more: boolean }

/** All loaded rows in order, without duplicates: a row that moved between two reads may be in two pages. */
export const flattenPages = (pages: readonly InboxPage[]): InboxItem[] => {
	const seen = new Map<string, InboxItem>()
	for (const page of pages) for (const item of page.items) if (!seen.has(item.id)) seen.set(item.id, item)
	return [...seen.values()]
}

/** A testimonial of the loaded pages. */
export const findInPages = (pages: readonly InboxPage[], id: string): InboxItem | undefined =>
	pages.flatMap((page) => page.items).find((item) => item.id === id)

/** The pages without a testimonial; the same array when it was absent. */
export const dropItem = (pages: InboxPage[], id: string): InboxPage[] =>
	pages.some((page) => page.items.some((item) => item.id === id))
		? pages.map((page) => ({ ...page, items: page.items.filter((item) => item.id !== id) }))
		: pages

/** Whether a testimonial comes after a page's cursor; a first page has none. */
const isAfterCursor = (item: InboxItem, after: Cursor | null, order: ItemOrder): boolean =>
	after === null || order(after, item) < 0

/**
 * A page fetched after `after`, with local changes applied: each item at its place, or removed where `belongs` is
 * false.
 */
export const correctPage = (
	page: InboxPage,
	after: Cursor | null,
	shown: readonly InboxItem[],
	belongs: (item: InboxItem) => boolean,
	order: ItemOrder,
): InboxPage =>
	shown.reduce(
		(corrected, item) =>
			placeItem([corrected], item, belongs(item) && isAfterCursor(item, after, order), order)[0] ?? corrected,
		page,
	)

/**
 * The pages with a testimonial at its place, or without it when it does not match. One after everything loaded
 * is left out while the server has more: its own page brings it. A change keeps the rank that the search gave it.
 */
export const placeItem = (pages: InboxPage[], changed: InboxItem, belongs: boolean, order: ItemOrder): InboxPage[] => {
	const rest = dropItem(pages, changed.id)
	if (!belongs) return rest
	const item = { ...changed, rank: findInPages(pages, changed.id)?.rank }
	const last = rest.length - 1
	const at = rest.findIndex((page, index) => {
		const oldest = page.items.at(-1)
		return (oldest !== undefined && order(item, oldest) < 0) || (index === last && !page.more)
	})
	if (at < 0) return rest
	return rest.map((page, index) => (index === at ? { ...page, items: [...page.items, item].sort(order) } : page))
}
