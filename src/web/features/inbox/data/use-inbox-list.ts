import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type InboxFilter, matchesFilter, orderOf } from '#web/features/inbox/filters/inbox-filter.ts'
import type { Refresher } from '#web/features/inbox/live/refresher.ts'
import type { Client } from '#web/lib/client/supabase.ts'
import { findItem, inboxKeys } from './inbox-cache.ts'
import type { InboxItem } from './inbox-item.ts'
import { correctPage, findInPages, flattenPages } from './inbox-pages.ts'
import { loadCounts, loadPage } from './inbox-query.ts'
import type { Cursor } from './item-order.ts'
import { loadItems } from './load-items.ts'

/**
 * The filtered list, fifty at a time; old rows stay while new filters load. Local changes that a response may not
 * include yet stay on the screen.
 */
export const useInboxList = (client: Client, spaceId: string, filter: InboxFilter, refresher: Refresher) => {
	const cache = useQueryClient()
	const query = useInfiniteQuery({
		queryKey: inboxKeys.list(spaceId, filter),
		queryFn: async ({ pageParam, signal }) => {
			const { answer, doubtful } = await refresher.loadTracked(() =>
				loadPage(client, spaceId, filter, pageParam, signal),
			)
			const shown = [...doubtful].flatMap((id) => findItem(cache, spaceId, id) ?? [])
			const isListed = (item: InboxItem) => findInPages([answer], item.id) !== undefined
			const belongs = (item: InboxItem) => matchesFilter(filter, item, isListed(item))
			return correctPage(answer, pageParam, shown, belongs, orderOf(filter))
		},
		initialPageParam: null as Cursor | null,
		// Undefined ends the list. Null starts at the top: everything loaded has been decided meanwhile.
		getNextPageParam: (last, pages) => {
			if (!last.more) return undefined
			const oldest = flattenPages(pages).at(-1)
			if (!oldest) return null
			const { id, submitted_at, version, rating, rank } = oldest
			return { id, submitted_at, version, rating, rank }
		},
		placeholderData: keepPreviousData,
		staleTime: 30_000,
		// The client has retried for seven seconds by now: an error is better than more waiting.
		retry: false,
	})
	const items = useMemo(() => flattenPages(query.data?.pages ?? []), [query.data])
	return { query, items }
}

/** Number of testimonials per view. */
export const useCounts = (client: Client, spaceId: string) =>
	useQuery({
		queryKey: inboxKeys.counts(spaceId),
		queryFn: () => loadCounts(client, spaceId),
		staleTime: 30_000,
		retry: false,
	})

/** A testimonial outside the list, opened by its URL; null when there is none. */
export const useUnlistedItem = (
	client: Client,
	spaceId: string,
	id: string | null,
	wanted: boolean,
	refresher: Refresher,
) => {
	const cache = useQueryClient()
	return useQuery({
		queryKey: inboxKeys.item(spaceId, id ?? ''),
		queryFn: async (): Promise<InboxItem | null> => {
			if (id === null) return null
			const { answer, doubtful } = await refresher.loadTracked(() => loadItems(client, spaceId, [id]))
			const shown = doubtful.has(id) ? findItem(cache, spaceId, id) : undefined
			return shown ?? answer[0] ?? null
		},
		enabled: wanted && id !== null,
	})
}
