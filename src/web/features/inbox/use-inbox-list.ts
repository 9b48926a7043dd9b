import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Client } from '#web/lib/supabase.ts'
import { inboxKeys } from './inbox-cache.ts'
import type { InboxFilter } from './inbox-filter.ts'
import { flatten } from './inbox-list.ts'
import { type Cursor, loadCounts, loadItems, loadPage } from './inbox-query.ts'

/** The filtered list, fifty at a time; it keeps the old rows while new filters load. */
export const useInboxList = (client: Client, spaceId: string, filter: InboxFilter) => {
	const query = useInfiniteQuery({
		queryKey: inboxKeys.list(spaceId, filter),
		queryFn: ({ pageParam, signal }) => loadPage(client, spaceId, filter, pageParam, signal),
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
export const useLoneItem = (client: Client, spaceId: string, id: string | null, wanted: boolean) =>
	useQuery({
		queryKey: inboxKeys.item(spaceId, id ?? ''),
		queryFn: async () => (await loadItems(client, spaceId, id === null ? [] : [id]))[0] ?? null,
		enabled: wanted && id !== null,
	})
