import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import { keys } from '#web/lib/query-keys.ts'
import { emptyFilter, type InboxFilter, matches, views } from './inbox-filter.ts'
import type { Cursor, InboxItem, ItemPatch } from './inbox-item.ts'
import { dropItem, flatten, type InboxPage, placeItem } from './inbox-list.ts'
import type { Counts } from './inbox-query.ts'

/** The names under which the inbox keeps what it read; below `keys.testimonials`, as for every screen. */
export const inboxKeys = {
	all: keys.testimonials,
	lists: (spaceId: string) => [...keys.testimonials(spaceId), 'list'] as const,
	list: (spaceId: string, filter: InboxFilter) => keys.testimonialList(spaceId, filter),
	item: (spaceId: string, id: string) => [...keys.testimonials(spaceId), 'item', id] as const,
	detail: (spaceId: string, id: string) => [...keys.testimonials(spaceId), 'detail', id] as const,
	counts: keys.testimonialCounts,
}

type ListData = InfiniteData<InboxPage, Cursor | null>
type CachedList = [key: readonly unknown[], data: ListData | undefined]

const cachedLists = (cache: QueryClient, spaceId: string): CachedList[] =>
	cache.getQueriesData<ListData>({ queryKey: inboxKeys.lists(spaceId) })

/** A testimonial from wherever it was read last. */
export const findItem = (
	cache: QueryClient,
	spaceId: string,
	id: string,
): InboxItem | undefined => {
	for (const [, data] of cachedLists(cache, spaceId)) {
		const found = flatten(data?.pages ?? []).find((item) => item.id === id)
		if (found) return found
	}
	return cache.getQueryData<InboxItem>(inboxKeys.item(spaceId, id))
}

const waiting = { ...emptyFilter, view: 'pending' } as const

const count = (cache: QueryClient, spaceId: string, was: InboxItem | undefined, is?: InboxItem) => {
	const delta = (is && matches(waiting, is) ? 1 : 0) - (was && matches(waiting, was) ? 1 : 0)
	cache.setQueryData<number>(keys.pendingCount(spaceId), (pending) =>
		pending === undefined ? pending : Math.max(pending + delta, 0),
	)
	cache.setQueryData<Counts>(inboxKeys.counts(spaceId), (counts) => {
		if (!counts) return counts
		const next = { ...counts }
		for (const view of views) {
			const filter = { ...emptyFilter, view }
			if (was && matches(filter, was)) next[view] -= 1
			if (is && matches(filter, is)) next[view] += 1
		}
		return next
	})
}

/** Puts a testimonial as it is now into every list that it belongs to, and out of the others. */
export const placeEverywhere = (cache: QueryClient, spaceId: string, item: InboxItem): void => {
	count(cache, spaceId, findItem(cache, spaceId, item.id), item)
	for (const [key, data] of cachedLists(cache, spaceId)) {
		if (!data) continue
		const filter = key.at(-1) as InboxFilter
		const pages = placeItem(data.pages, item, matches(filter, item))
		cache.setQueryData<ListData>(key, { ...data, pages })
	}
	cache.setQueryData<InboxItem>(inboxKeys.item(spaceId, item.id), item)
}

/** Takes a testimonial that is no more out of everything. */
export const dropEverywhere = (cache: QueryClient, spaceId: string, id: string): void => {
	count(cache, spaceId, findItem(cache, spaceId, id))
	for (const [key, data] of cachedLists(cache, spaceId))
		if (data) cache.setQueryData<ListData>(key, { ...data, pages: dropItem(data.pages, id) })
	cache.removeQueries({ queryKey: inboxKeys.item(spaceId, id) })
	cache.removeQueries({ queryKey: inboxKeys.detail(spaceId, id) })
}

/** Changes some columns of a testimonial that is in the cache; unknown ones are left to the server. */
export const patchEverywhere = (
	cache: QueryClient,
	spaceId: string,
	id: string,
	patch: ItemPatch | Pick<InboxItem, 'testimonial_tags'>,
): void => {
	const item = findItem(cache, spaceId, id)
	if (item) placeEverywhere(cache, spaceId, { ...item, ...patch })
}
