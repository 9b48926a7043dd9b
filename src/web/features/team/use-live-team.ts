import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useUser } from '#web/lib/auth/auth-context.tsx'
import { supabase } from '#web/lib/client/supabase.ts'
import { queryKeys } from '#web/lib/query/query-keys.ts'
import { refetchQueries } from '#web/lib/query/refetch.ts'

/** Reads members, invitations and the user's own role again when they change on the server. */
export function useLiveTeam(spaceId: string): void {
	const queries = useQueryClient()
	const { id } = useUser()
	useEffect(() => {
		let stop = () => {}
		let isUnmounted = false
		// Rows are read again, not taken from the event: it has no profile, and a deleted row has only its key.
		const refetch = () => void refetchQueries(queries, queryKeys.members(spaceId), queryKeys.spaces(id))
		supabase
			.then((client) => {
				if (isUnmounted) return
				const filter = `space_id=eq.${spaceId}`
				const members = { schema: 'public', table: 'space_members' } as const
				const invitations = { schema: 'public', table: 'member_invitations', filter } as const
				const channel = client
					.channel(`team:${spaceId}`)
					.on('postgres_changes', { ...members, event: 'INSERT', filter }, refetch)
					.on('postgres_changes', { ...members, event: 'UPDATE', filter }, refetch)
					.on('postgres_changes', { ...members, event: 'DELETE' }, refetch)
					.on('postgres_changes', { ...invitations, event: 'INSERT' }, refetch)
					.on('postgres_changes', { ...invitations, event: 'UPDATE' }, refetch)
					// Changes between the first fetch and the subscription are missing.
					.subscribe((status) => status === 'SUBSCRIBED' && refetch())
				stop = () => void client.removeChannel(channel)
			})
			.catch(() => {})
		return () => {
			isUnmounted = true
			stop()
		}
	}, [queries, spaceId, id])
}
