import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Client } from '#web/lib/supabase.ts'
import { findItem, inboxKeys } from './inbox-cache.ts'
import { type InboxFilter, matches } from './inbox-filter.ts'
import type { Cursor, InboxItem } from './inbox-item.ts'
import { correctPage, flatten } from './inbox-list.ts'
import { loadCounts, loadItems, loadPage } from './inbox-query.ts'
import type { Refresher } from './refresher.ts'

/**
 * The filtered list, fifty at a time; it keeps the old rows while new filters load. What an answer may not know yet,
 * because it was changed here meanwhile, stays as it is on the screen.
 */
export const useInboxList = (
	client: Client,
	spaceId: string,
	filter: InboxFilter,
	refresher: Refresher,
) => {
	const cache = useQueryClient()
	const query = useInfiniteQuery({
		queryKey: inboxKeys.list(spaceId, filter),
		queryFn: async ({ pageParam, signal }) => {
			const { answer, doubtful } = await refresher.reading(() =>
				loadPage(client, spaceId, filter, pageParam, signal),
			)
			const shown = [...doubtful].flatMap((id) => findItem(cache, spaceId, id) ?? [])
			return correctPage(answer, pageParam, shown, (item) => matches(filter, item))
		},
		initialPageParam: null as Cursor | null,
		// Undefined ends the list. Null starts at its top: all that was loaded has been decided meanwhile.
		getNextPageParam: (last, pages) => {
			if (!last.more) return undefined
			const oldest = flatten(pages).at(-1)
			return oldest ? { id: oldest.id, submitted_at: oldest.submitted_at } : null
		},
		placeholderData: keepPreviousData,
		staleTime: 30_000,
		// The client has tried again for seven seconds by now: better to say so than to wait on.
		retry: false,
	})
	const items = useMemo(() => flatten(query.data?.pages ?? []), [query.data])
	return { query, items }
}

/** How many each view holds. */
export const useCounts = (client: Client, spaceId: string) =>
	useQuery({
		queryKey: inboxKeys.counts(spaceId),
		queryFn: () => loadCounts(client, spaceId),
		staleTime: 30_000,
		retry: false,
	})

/** One testimonial that the list does not hold, opened by its address; null when there is none. */
export const useLoneItem = (
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
			const { answer, doubtful } = await refresher.reading(() => loadItems(client, spaceId, [id]))
			const shown = doubtful.has(id) ? findItem(cache, spaceId, id) : undefined
			return shown ?? answer[0] ?? null
		},
		enabled: wanted && id !== null,
	})
}
