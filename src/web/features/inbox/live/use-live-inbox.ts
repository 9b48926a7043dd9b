import { useQueryClient } from '@tanstack/react-query'
import { type Dispatch, useEffect, useMemo, useState } from 'react'
import type { BulkJobRow, ImportRow, MediaRow, TestimonialNoteRow, TestimonialRow } from '#shared/rows.ts'
import type { InboxItem } from '#web/features/inbox/data/inbox-item.ts'
import { loadItems } from '#web/features/inbox/data/load-items.ts'
import type { InboxAction } from '#web/features/inbox/moderation/inbox-state.ts'
import { checkSession } from '#web/lib/auth/session-check.ts'
import type { Client } from '#web/lib/client/supabase.ts'
import { createLiveRows } from './live-rows.ts'
import { createRefresher, type Refresher } from './refresher.ts'

export type LiveState = 'connecting' | 'live' | 'broken'

/**
 * Keeps the inbox in step with the server: changed rows are fetched again and placed; after a gap in the connection
 * everything is. `onNew` gets testimonials that were unknown here.
 */
export const useLiveInbox = (
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
		// On the first subscription, too: rows sent between the initial fetch and the subscription are missing.
		let hasGap = true
		const table = { schema: 'public', table: 'testimonials' } as const
		const ours = { ...table, filter: `space_id=eq.${spaceId}` }
		const notes = { table: 'testimonial_notes' } as const
		const channel = client
			.channel(`inbox:${spaceId}`)
			.on<TestimonialRow>('postgres_changes', { ...ours, event: 'INSERT' }, ({ new: row }) => {
				rows.insert(row.id)
			})
			.on<TestimonialRow>('postgres_changes', { ...ours, event: 'UPDATE' }, ({ new: row }) => refresher.add([row.id]))
			// A delete event carries only the id, so no filter on the space could match it.
			.on<TestimonialRow>('postgres_changes', { ...table, event: 'DELETE' }, ({ old }) => {
				if (old.id) rows.remove(old.id)
			})
			.on<MediaRow>('postgres_changes', { ...ours, table: 'media', event: 'UPDATE' }, ({ new: row }) => rows.media(row))
			.on('postgres_changes', { ...ours, table: 'captions', event: '*' }, () => rows.captions())
			.on<TestimonialNoteRow>('postgres_changes', { ...ours, ...notes, event: 'INSERT' }, ({ new: row }) => {
				rows.note(row.testimonial_id)
			})
			.on<TestimonialNoteRow>('postgres_changes', { ...ours, ...notes, event: 'UPDATE' }, ({ new: row }) => {
				rows.note(row.testimonial_id)
			})
			.on<TestimonialNoteRow>('postgres_changes', { ...table, ...notes, event: 'DELETE' }, ({ old }) => {
				if (old.id) rows.noteGone(old.id)
			})
			.on('postgres_changes', { ...ours, table: 'saved_views', event: 'INSERT' }, () => rows.views())
			.on('postgres_changes', { ...ours, table: 'saved_views', event: 'UPDATE' }, () => rows.views())
			.on('postgres_changes', { ...table, table: 'saved_views', event: 'DELETE' }, () => rows.views())
			// The testimonials of an import have no events of their own.
			.on<ImportRow>('postgres_changes', { ...ours, table: 'imports', event: 'UPDATE' }, () => rows.imported())
			// Nor do those of a bulk action.
			.on<BulkJobRow>('postgres_changes', { ...ours, table: 'bulk_jobs', event: 'UPDATE' }, () => rows.imported())
			// The server closes a channel whose token is no longer valid: the session may have ended on another device.
			.on('system', {}, ({ status }) => {
				if (status === 'error') void checkSession(client)
			})
			.subscribe((status) => {
				if (status === 'SUBSCRIBED') {
					setLive('live')
					if (hasGap) rows.refetchAll()
					hasGap = false
				} else {
					hasGap = true
					setLive('broken')
				}
			})
		return () => {
			client.removeChannel(channel)
		}
	}, [client, spaceId, rows, refresher])

	return { live, refresher }
}
