import { useQueryClient } from '@tanstack/react-query'
import { type Dispatch, useEffect, useMemo, useState } from 'react'
import type { TestimonialRow } from '#shared/rows.ts'
import { checkSession } from '#web/lib/session-end.ts'
import type { Client } from '#web/lib/supabase.ts'
import type { InboxItem } from './inbox-item.ts'
import { loadItems } from './inbox-query.ts'
import type { InboxAction } from './inbox-state.ts'
import { createLiveRows } from './live-rows.ts'
import { createRefresher, type Refresher } from './refresher.ts'

export type LiveState = 'connecting' | 'live' | 'broken'

/**
 * Keeps what the inbox shows in step with the server: rows that others send or change are read again
 * and put where they belong; after a gap in the connection everything is read again.
 * `onNew` hears of a testimonial that nobody had seen here before.
 */
export const useLive = (
	client: Client,
	spaceId: string,
	dispatch: Dispatch<InboxAction>,
	onNew: (item: InboxItem) => void,
): { live: LiveState; refresher: Refresher } => {
	const cache = useQueryClient()
	const [live, setLive] = useState<LiveState>('connecting')

	const { rows, refresher } = useMemo(() => {
		const reader: Refresher = createRefresher((ids) => liveRows.refresh(ids))
		const liveRows = createLiveRows({
			cache,
			spaceId,
			load: (ids) => loadItems(client, spaceId, ids),
			refresher: reader,
			onNew: (item) => {
				dispatch({ type: 'arrived', ids: [item.id] })
				onNew(item)
			},
		})
		return { rows: liveRows, refresher: reader }
	}, [cache, client, spaceId, dispatch, onNew])
	useEffect(() => () => refresher.stop(), [refresher])

	useEffect(() => {
		// From the start: what was sent after the first reading and before the subscription, nobody heard.
		let gap = true
		const table = { schema: 'public', table: 'testimonials' } as const
		const ours = { ...table, filter: `space_id=eq.${spaceId}` }
		const channel = client
			.channel(`inbox:${spaceId}`)
			.on<TestimonialRow>('postgres_changes', { ...ours, event: 'INSERT' }, ({ new: row }) => {
				rows.arrive(row.id)
			})
			.on<TestimonialRow>('postgres_changes', { ...ours, event: 'UPDATE' }, ({ new: row }) =>
				refresher.add([row.id]),
			)
			// A deleted row is announced by its id alone: no filter on the space could match it.
			.on<TestimonialRow>('postgres_changes', { ...table, event: 'DELETE' }, ({ old }) => {
				if (old.id) rows.leave(old.id)
			})
			// The server closes what it no longer believes: a session may have been ended on another device.
			.on('system', {}, ({ status }) => {
				if (status === 'error') void checkSession(client)
			})
			.subscribe((status) => {
				if (status === 'SUBSCRIBED') {
					setLive('live')
					if (gap) rows.readAfresh()
					gap = false
				} else {
					gap = true
					setLive('broken')
				}
			})
		return () => {
			client.removeChannel(channel)
		}
	}, [client, spaceId, rows, refresher])

	return { live, refresher }
}
