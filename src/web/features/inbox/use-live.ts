import { useQueryClient } from '@tanstack/react-query'
import { type Dispatch, useEffect, useMemo, useState } from 'react'
import type { TestimonialRow } from '#shared/rows.ts'
import type { Client } from '#web/lib/supabase.ts'
import { dropEverywhere, findItem, inboxKeys, placeEverywhere } from './inbox-cache.ts'
import type { InboxItem } from './inbox-item.ts'
import { loadItems } from './inbox-query.ts'
import type { InboxAction } from './inbox-state.ts'
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

	const refresher = useMemo(
		() =>
			createRefresher(async (ids) => {
				try {
					const items = await loadItems(client, spaceId, ids)
					const found = new Set(items.map((item) => item.id))
					for (const item of items) placeEverywhere(cache, spaceId, item)
					for (const id of ids) {
						if (!found.has(id)) dropEverywhere(cache, spaceId, id)
						cache.invalidateQueries({ queryKey: inboxKeys.detail(spaceId, id) })
					}
				} catch {
					cache.invalidateQueries({ queryKey: inboxKeys.all(spaceId) })
				}
			}),
		[cache, client, spaceId],
	)
	useEffect(() => () => refresher.stop(), [refresher])

	useEffect(() => {
		// From the start: what was sent after the first reading and before the subscription, nobody heard.
		let gap = true
		const arrive = async (id: string) => {
			const [item] = await loadItems(client, spaceId, [id])
			if (!item || findItem(cache, spaceId, id)) return
			dispatch({ type: 'arrived', ids: [id] })
			placeEverywhere(cache, spaceId, item)
			onNew(item)
		}
		const table = { schema: 'public', table: 'testimonials' } as const
		const ours = { ...table, filter: `space_id=eq.${spaceId}` }
		const channel = client
			.channel(`inbox:${spaceId}`)
			.on<TestimonialRow>('postgres_changes', { ...ours, event: 'INSERT' }, ({ new: row }) => {
				arrive(row.id).catch(() => refresher.add([row.id]))
			})
			.on<TestimonialRow>('postgres_changes', { ...ours, event: 'UPDATE' }, ({ new: row }) =>
				refresher.add([row.id]),
			)
			// A deleted row is announced by its id alone: no filter on the space could match it.
			.on<TestimonialRow>('postgres_changes', { ...table, event: 'DELETE' }, ({ old }) => {
				if (old.id && findItem(cache, spaceId, old.id)) dropEverywhere(cache, spaceId, old.id)
			})
			.subscribe((status) => {
				if (status === 'SUBSCRIBED') {
					setLive('live')
					if (gap) cache.invalidateQueries({ queryKey: inboxKeys.all(spaceId) })
					gap = false
				} else {
					gap = true
					setLive('broken')
				}
			})
		return () => {
			client.removeChannel(channel)
		}
	}, [cache, client, spaceId, dispatch, onNew, refresher])

	return { live, refresher }
}
