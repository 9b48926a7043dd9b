import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { CustomerEventRow } from '#shared/rows.ts'
import { followChanges } from '#web/lib/client/follow-changes.ts'
import { supabase } from '#web/lib/client/supabase.ts'
import { queryKeys } from '#web/lib/query/query-keys.ts'
import { refetchQueries } from '#web/lib/query/refetch.ts'

export const eventStates = ['waiting', 'asked', 'answered', 'left_out'] as const
export type EventState = CustomerEventRow['state']

const columns = 'id, event, reference, at, email, name, company, state, reason, received_at'
/** An event with the columns that the list shows. */
export type ListedEvent = Omit<CustomerEventRow, 'space_id' | 'locale' | 'data' | 'invitation_id' | 'key_id'>

const pageSize = 50
/** Milliseconds before the list is read again: a shop may send many at once. */
const refetchDelay = 400

/** The events of a space in one state, newest first and fifty at a time, live. */
export function useCustomerEvents(spaceId: string, state: EventState) {
	const queries = useQueryClient()
	useEffect(() => {
		let timer: ReturnType<typeof setTimeout> | undefined
		const table = 'customer_events'
		const filter = `space_id=eq.${spaceId}`
		const stop = followChanges(
			`customer-events:${spaceId}`,
			[
				{ table, event: 'INSERT', filter },
				{ table, event: 'UPDATE', filter },
				{ table, event: 'DELETE' },
			],
			() => {
				timer ??= setTimeout(() => {
					timer = undefined
					void refetchQueries(queries, queryKeys.customerEvents(spaceId))
				}, refetchDelay)
			},
		)
		return () => {
			clearTimeout(timer)
			stop()
		}
	}, [queries, spaceId])
	return useInfiniteQuery({
		queryKey: [...queryKeys.customerEvents(spaceId), state],
		queryFn: async ({ pageParam, signal }) => {
			let query = (await supabase).from('customer_events').select(columns).eq('space_id', spaceId).eq('state', state)
			if (pageParam) {
				const at = `"${pageParam.received_at}"`
				query = query.or(`received_at.lt.${at},and(received_at.eq.${at},id.lt.${pageParam.id})`)
			}
			const { data } = await query
				.order('received_at', { ascending: false })
				.order('id', { ascending: false })
				.limit(pageSize + 1)
				.abortSignal(signal)
				.overrideTypes<ListedEvent[], { merge: false }>()
				.throwOnError()
			return { items: data.slice(0, pageSize), more: data.length > pageSize }
		},
		initialPageParam: null as ListedEvent | null,
		getNextPageParam: ({ items, more }) => (more ? items.at(-1) : undefined),
		placeholderData: keepPreviousData,
	})
}
