import { type Cursor, type InboxItem, newestFirst } from './inbox-item.ts'

/** One page of the list, newest first. `more` says that older ones exist on the server. */
export type InboxPage = { items: InboxItem[]; more: boolean }

/** All loaded rows in order, each once: a row that moved between two reads may be in two pages. */
export const flatten = (pages: readonly InboxPage[]): InboxItem[] => {
	const seen = new Map<string, InboxItem>()
	for (const page of pages)
		for (const item of page.items) if (!seen.has(item.id)) seen.set(item.id, item)
	return [...seen.values()]
}

/** The pages without a testimonial; the very same array when it was not there. */
export const dropItem = (pages: InboxPage[], id: string): InboxPage[] =>
	pages.some((page) => page.items.some((item) => item.id === id))
		? pages.map((page) => ({ ...page, items: page.items.filter((item) => item.id !== id) }))
		: pages

/** Whether a testimonial comes after the row that a page begins behind; a first page begins at the top. */
const isBelow = (item: InboxItem, after: Cursor | null): boolean =>
	after === null || newestFirst(after, item) < 0

/**
 * A page that was read after `after`, with some testimonials as they are on the screen: each at its place, or out of
 * it where `belongs` says so.
 */
export const correctPage = (
	page: InboxPage,
	after: Cursor | null,
	shown: readonly InboxItem[],
	belongs: (item: InboxItem) => boolean,
): InboxPage =>
	shown.reduce(
		(corrected, item) =>
			placeItem([corrected], item, belongs(item) && isBelow(item, after))[0] ?? corrected,
		page,
	)

/**
 * The pages with a testimonial at its place, or without it when it does not belong. One that is
 * older than everything loaded is left out while the server has more: it will come with its page.
 */
export const placeItem = (pages: InboxPage[], item: InboxItem, belongs: boolean): InboxPage[] => {
	const rest = dropItem(pages, item.id)
	if (!belongs) return rest
	const last = rest.length - 1
	const at = rest.findIndex((page, index) => {
		const oldest = page.items.at(-1)
		return (oldest !== undefined && newestFirst(item, oldest) < 0) || (index === last && !page.more)
	})
	if (at < 0) return rest
	return rest.map((page, index) =>
		index === at ? { ...page, items: [...page.items, item].sort(newestFirst) } : page,
	)
}
