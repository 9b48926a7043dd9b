import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { followChanges } from '#web/lib/client/follow-changes.ts'
import { queryKeys } from '#web/lib/query/query-keys.ts'
import { refetchQueries } from '#web/lib/query/refetch.ts'

/** Reads the walls of a space and their drafts again when a member changes one. */
export function useLiveWalls(spaceId: string): void {
	const queries = useQueryClient()
	useEffect(() => {
		const filter = `space_id=eq.${spaceId}`
		return followChanges(
			`walls:${spaceId}`,
			[
				{ table: 'walls', event: 'UPDATE', filter },
				{ table: 'wall_drafts', event: 'INSERT', filter },
				{ table: 'wall_drafts', event: 'UPDATE', filter },
				{ table: 'wall_drafts', event: 'DELETE' },
			],
			// Rows are read again, not taken from the event: a draft belongs to the version of its wall that was read with it.
			() => void refetchQueries(queries, queryKeys.walls(spaceId)),
		)
	}, [queries, spaceId])
}
