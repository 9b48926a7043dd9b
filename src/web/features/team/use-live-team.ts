import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useUser } from '#web/lib/auth/auth-context.tsx'
import { followChanges } from '#web/lib/client/follow-changes.ts'
import { queryKeys } from '#web/lib/query/query-keys.ts'
import { refetchQueries } from '#web/lib/query/refetch.ts'

/** Reads members, invitations and the user's own role again when they change on the server. */
export function useLiveTeam(spaceId: string): void {
	const queries = useQueryClient()
	const { id } = useUser()
	useEffect(() => {
		const filter = `space_id=eq.${spaceId}`
		return followChanges(
			`team:${spaceId}`,
			[
				{ table: 'space_members', event: 'INSERT', filter },
				{ table: 'space_members', event: 'UPDATE', filter },
				{ table: 'space_members', event: 'DELETE' },
				{ table: 'member_invitations', event: 'INSERT', filter },
				{ table: 'member_invitations', event: 'UPDATE', filter },
			],
			// Rows are read again, not taken from the event: it has no profile, and a deleted row has only its key.
			() => void refetchQueries(queries, queryKeys.members(spaceId), queryKeys.spaces(id)),
		)
	}, [queries, spaceId, id])
}
