import { hashKey, type InfiniteData, type QueryClient } from '@tanstack/react-query'
import {
	emptyFilter,
	type InboxFilter,
	matchesFilter,
	orderOf,
	views,
} from '#web/features/inbox/filters/inbox-filter.ts'
import { queryKeys } from '#web/lib/query/query-keys.ts'
import type { InboxItem, ItemMedia, ItemPatch } from './inbox-item.ts'
import { dropItem, findInPages, type InboxPage, placeItem } from './inbox-pages.ts'
import type { Counts } from './inbox-query.ts'
import type { Place } from './item-order.ts'

/** Query keys of the inbox, below `queryKeys.testimonials`. */
export const inboxKeys = {
	all: queryKeys.testimonials,
	lists: (spaceId: string) => [...queryKeys.testimonials(spaceId), 'list'] as const,
	list: (spaceId: string, filter: InboxFilter) => queryKeys.testimonialList(spaceId, filter),
	items: (spaceId: string) => [...queryKeys.testimonials(spaceId), 'item'] as const,
	item: (spaceId: string, id: string) => [...queryKeys.testimonials(spaceId), 'item', id] as const,
	details: (spaceId: string) => [...queryKeys.testimonials(spaceId), 'detail'] as const,
	detail: (spaceId: string, id: string) => [...queryKeys.testimonials(spaceId), 'detail', id] as const,
	captions: (spaceId: string) => [...queryKeys.testimonials(spaceId), 'captions'] as const,
	counts: queryKeys.testimonialCounts,
	unsearched: (spaceId: string) => [...queryKeys.testimonials(spaceId), 'unsearched'] as const,
}

export type ListData = InfiniteData<InboxPage, Place>
type CachedList = [key: readonly unknown[], data: ListData | undefined]

const cachedLists = (cache: QueryClient, spaceId: string): CachedList[] =>
	cache.getQueriesData<ListData>({ queryKey: inboxKeys.lists(spaceId) })

/**
 * A testimonial with every change that was made here. What is on the screen goes first: a list that is only kept is
 * not read again after a gap in the connection.
 */
export const findItem = (cache: QueryClient, spaceId: string, id: string): InboxItem | undefined => {
	const queries = cache.getQueryCache()
	const own = queries.get(hashKey(inboxKeys.item(spaceId, id)))
	const holders = [...queries.findAll({ queryKey: inboxKeys.lists(spaceId) }), ...(own ? [own] : [])]
	for (const query of holders.sort((one, other) => Number(other.isActive()) - Number(one.isActive()))) {
		const data = query.state.data as ListData | InboxItem | null | undefined
		const found = data && 'pages' in data ? findInPages(data.pages, id) : data
		if (found) return found
	}
	return undefined
}

/**
 * Testimonials with every change that was made here, for what is computed from them: rows on the screen may lack the
 * last one.
 */
export const latestItems = (cache: QueryClient, spaceId: string, items: readonly InboxItem[]): InboxItem[] =>
	items.map((item) => findItem(cache, spaceId, item.id) ?? item)

const pendingFilter = { ...emptyFilter, view: 'pending' } as const

const updateCounts = (cache: QueryClient, spaceId: string, was: InboxItem | undefined, is?: InboxItem) => {
	const delta = (is && matchesFilter(pendingFilter, is) ? 1 : 0) - (was && matchesFilter(pendingFilter, was) ? 1 : 0)
	cache.setQueryData<number>(queryKeys.pendingCount(spaceId), (pending) =>
		pending === undefined ? pending : Math.max(pending + delta, 0),
	)
	cache.setQueryData<Counts>(inboxKeys.counts(spaceId), (counts) => {
		if (!counts) return counts
		const next = { ...counts }
		for (const view of views) {
			const filter = { ...emptyFilter, view }
			if (was && matchesFilter(filter, was)) next[view] -= 1
			if (is && matchesFilter(filter, is)) next[view] += 1
		}
		return next
	})
}

/** Inserts a testimonial into every list that it matches, and removes it from the others. */
export const upsertInLists = (cache: QueryClient, spaceId: string, item: InboxItem): void => {
	updateCounts(cache, spaceId, findItem(cache, spaceId, item.id), item)
	for (const [key, data] of cachedLists(cache, spaceId)) {
		if (!data) continue
		const filter = key.at(-1) as InboxFilter
		const listed = findInPages(data.pages, item.id) !== undefined
		const pages = placeItem(data.pages, item, matchesFilter(filter, item, listed), orderOf(filter))
		cache.setQueryData<ListData>(key, { ...data, pages })
	}
	cache.setQueryData<InboxItem>(inboxKeys.item(spaceId, item.id), item)
}

/** Removes a deleted testimonial from every query. */
export const removeFromLists = (cache: QueryClient, spaceId: string, id: string): void => {
	updateCounts(cache, spaceId, findItem(cache, spaceId, id))
	for (const [key, data] of cachedLists(cache, spaceId))
		if (data) cache.setQueryData<ListData>(key, { ...data, pages: dropItem(data.pages, id) })
	cache.removeQueries({ queryKey: inboxKeys.item(spaceId, id) })
	cache.removeQueries({ queryKey: inboxKeys.detail(spaceId, id) })
}

/** Patches columns of a cached testimonial; unknown ones are left to the server. */
export const patchInLists = (
	cache: QueryClient,
	spaceId: string,
	id: string,
	patch: ItemPatch | Pick<InboxItem, 'testimonial_tags'> | Pick<InboxItem, 'media'>,
): void => {
	const item = findItem(cache, spaceId, id)
	if (item) upsertInLists(cache, spaceId, { ...item, ...patch })
}

/** True when a query under a key is fetching. */
export const isQueryFetching = (cache: QueryClient, queryKey: readonly unknown[]): boolean =>
	cache.isFetching({ queryKey }) > 0

/** Resolves when no query under a key is fetching any more. */
export const waitForFetch = (cache: QueryClient, queryKey: readonly unknown[]): Promise<void> =>
	new Promise((resolve) => {
		if (!isQueryFetching(cache, queryKey)) return resolve()
		const stop = cache.getQueryCache().subscribe(() => {
			if (isQueryFetching(cache, queryKey)) return
			stop()
			resolve()
		})
	})

const countKeys = (spaceId: string) => [inboxKeys.counts(spaceId), queryKeys.pendingCount(spaceId)]

/** Fetches the counts again, after a fetch that is on its way. */
export const refetchCounts = (cache: QueryClient, spaceId: string, keys = countKeys(spaceId)): void => {
	for (const queryKey of keys) waitForFetch(cache, queryKey).then(() => cache.invalidateQueries({ queryKey }))
}

/**
 * Counts that are being fetched now may or may not include a change.
 * @returns a function that fetches them again after that, for when the change is saved
 */
export const refetchStaleCounts = (cache: QueryClient, spaceId: string): (() => void) => {
	const stale = countKeys(spaceId).filter((queryKey) => isQueryFetching(cache, queryKey))
	return () => refetchCounts(cache, spaceId, stale)
}

/** A recording with the changes that the screen may not show yet. */
export const findRecording = (
	cache: QueryClient,
	spaceId: string,
	testimonial: string,
	recording: string,
): ItemMedia | undefined => findItem(cache, spaceId, testimonial)?.media.find((one) => one.id === recording)

/** Changes columns of a recording in the cached lists; an unknown one is left to the server. */
export const patchRecording = (
	cache: QueryClient,
	spaceId: string,
	testimonial: string,
	recording: string,
	patch: Partial<ItemMedia>,
): void => {
	const item = findItem(cache, spaceId, testimonial)
	if (!item) return
	const media = item.media.map((one) => (one.id === recording ? { ...one, ...patch } : one))
	patchInLists(cache, spaceId, testimonial, { media })
}
