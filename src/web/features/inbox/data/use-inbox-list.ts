import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type InboxFilter, matchesFilter, orderOf } from '#web/features/inbox/filters/inbox-filter.ts'
import type { Refresher } from '#web/features/inbox/live/refresher.ts'
import type { Client } from '#web/lib/client/supabase.ts'
import { replaceQueryData } from '#web/lib/query/refetch.ts'
import { findItem, inboxKeys, type ListData } from './inbox-cache.ts'
import type { InboxItem } from './inbox-item.ts'
import { correctPage, findInPages, flattenPages, formerPlace, nextPlace } from './inbox-pages.ts'
import { loadCounts, loadPage } from './inbox-query.ts'
import type { Place } from './item-order.ts'
import { loadItems } from './load-items.ts'

/** Pages that are kept; further ones are let go at the other side, so that a long list needs no more memory than this. */
const mostPages = 20

/**
 * The filtered list, fifty at a time; old rows stay while new filters load. Local changes that a response may not
 * include yet stay on the screen. A search is read forwards alone, as its function has no other direction.
 */
export const useInboxList = (client: Client, spaceId: string, filter: InboxFilter, refresher: Refresher) => {
	const cache = useQueryClient()
	const key = inboxKeys.list(spaceId, filter)
	const isSearch = filter.q.trim() !== ''
	const readPage = async (place: Place, signal: AbortSignal) => {
		const { answer, doubtful } = await refresher.loadTracked(() => loadPage(client, spaceId, filter, place, signal))
		const shown = [...doubtful].flatMap((id) => findItem(cache, spaceId, id) ?? [])
		const isListed = (item: InboxItem) => findInPages([answer], item.id) !== undefined
		const belongs = (item: InboxItem) => matchesFilter(filter, item, isListed(item))
		return correctPage(answer, place, shown, belongs, orderOf(filter))
	}
	const query = useInfiniteQuery({
		queryKey: key,
		queryFn: ({ pageParam, signal }) => readPage(pageParam, signal),
		initialPageParam: null as Place,
		getNextPageParam: (_last, pages) => nextPlace(pages),
		getPreviousPageParam: (_first, pages) => formerPlace(pages),
		...(isSearch ? {} : { maxPages: mostPages }),
		placeholderData: keepPreviousData,
		staleTime: 30_000,
		// The client has retried for seven seconds by now: an error is better than more waiting.
		retry: false,
	})
	const items = useMemo(() => flattenPages(query.data?.pages ?? []), [query.data])

	/** The first or the last row of the whole list; reads the pages there when they are not loaded. */
	const loadEdge = async (edge: 'first' | 'last', total: number | undefined): Promise<InboxItem | undefined> => {
		const isLoaded = edge === 'first' ? !query.hasPreviousPage : !query.hasNextPage || isSearch
		if (isLoaded) return items.at(edge === 'first' ? 0 : -1)
		const place: Place = edge === 'first' ? null : { end: true, at: total }
		const page = await readPage(place, new AbortController().signal)
		// The response to a fetch that began before would put the former pages back.
		replaceQueryData<ListData>(cache, key, { pages: [page], pageParams: [place] })
		return page.items.at(edge === 'first' ? 0 : -1)
	}
	return {
		query,
		items,
		/** The ids of the loaded rows. */
		order: useMemo(() => items.map((item) => item.id), [items]),
		/** Number of rows before the loaded ones, where that is known. */
		firstAt: query.data?.pages[0]?.at,
		loadEdge,
		counts: useCounts(client, spaceId).data,
	}
}

export type InboxList = ReturnType<typeof useInboxList>

/** Number of testimonials per view. */
const useCounts = (client: Client, spaceId: string) =>
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
