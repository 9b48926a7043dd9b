import { type InfiniteData, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { InvitationRow } from '#shared/rows.ts'
import { checkSession } from '#web/lib/auth/session-check.ts'
import { type Client, supabase } from '#web/lib/client/supabase.ts'
import { queryKeys } from '#web/lib/query/query-keys.ts'
import { refetchQueries } from '#web/lib/query/refetch.ts'
import type { InvitationPage } from './invitation-query.ts'

/** Delay before lists and counts are read again, in milliseconds: a queue changes many rows at once. */
const refetchDelay = 400

/**
 * Follows the invitations of a space: a changed row shows its new state at once, and lists and counts are read again
 * shortly after. Returns false while the connection is interrupted.
 */
export function useLiveInvitations(spaceId: string): boolean {
	const cache = useQueryClient()
	const [isLive, setLive] = useState(true)
	useEffect(() => {
		let leave = () => {}
		let isGone = false
		void supabase.then((client) => {
			if (!isGone) leave = follow(client, cache, spaceId, setLive)
		})
		return () => {
			isGone = true
			leave()
		}
	}, [spaceId, cache])
	return isLive
}

function follow(client: Client, cache: QueryClient, spaceId: string, onLive: (isLive: boolean) => void): () => void {
	const lists = [...queryKeys.invitations(spaceId), 'list']
	let timer: ReturnType<typeof setTimeout> | undefined
	const refetchSoon = () => {
		timer ??= setTimeout(() => {
			timer = undefined
			void refetchQueries(cache, lists)
			void refetchQueries(cache, queryKeys.invitationProgress(spaceId))
		}, refetchDelay)
	}
	const table = { schema: 'public', table: 'invitations' } as const
	const ours = { ...table, filter: `space_id=eq.${spaceId}` }
	const channel = client
		.channel(`invitations:${spaceId}`)
		.on<InvitationRow>('postgres_changes', { ...ours, event: 'UPDATE' }, ({ new: row }) => {
			cache.setQueriesData<InfiniteData<InvitationPage>>({ queryKey: lists }, (data) => data && replaceRow(data, row))
			refetchSoon()
		})
		.on('postgres_changes', { ...ours, event: 'INSERT' }, refetchSoon)
		// A delete event carries only the id, so no filter on the space could match it.
		.on('postgres_changes', { ...table, event: 'DELETE' }, refetchSoon)
		// The server closes a channel whose token is no longer valid.
		.on('system', {}, ({ status }) => {
			if (status === 'error') void checkSession(client)
		})
		.subscribe((status) => {
			const isJoined = status === 'SUBSCRIBED'
			// Rows that changed before the subscription, or during a gap in the connection, are missing.
			if (isJoined) refetchSoon()
			onLive(isJoined)
		})
	return () => {
		clearTimeout(timer)
		void client.removeChannel(channel)
	}
}

function replaceRow(data: InfiniteData<InvitationPage>, row: InvitationRow): InfiniteData<InvitationPage> {
	const pages = data.pages.map((page) => ({
		...page,
		items: page.items.map((item) => (item.id === row.id ? { ...item, ...row } : item)),
	}))
	return { ...data, pages }
}
