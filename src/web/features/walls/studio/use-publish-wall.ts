import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { StoredWall } from '#web/features/walls/use-walls.ts'
import { StaleError, unwrap } from '#web/lib/client/errors.ts'
import { supabase } from '#web/lib/client/supabase.ts'
import { queryKeys } from '#web/lib/query/query-keys.ts'
import { refetchQueries } from '#web/lib/query/refetch.ts'
import { toWallChange, type WallDraft } from './wall-draft.ts'

/** Publishes a draft of a wall. Fails with StaleError when the wall or its draft changed since they were read. */
export function usePublishWall(wall: StoredWall) {
	const queries = useQueryClient()
	return useMutation({
		mutationFn: async (draft: WallDraft) => {
			const { change, fixed } = toWallChange(draft, wall)
			const published = await (await supabase).rpc('publish_wall', {
				wall_id: wall.id,
				version: wall.version,
				draft_version: wall.draft?.version ?? null,
				change,
				testimonial_ids: fixed ?? null,
			})
			if (!unwrap(published)) throw new StaleError()
		},
		onSettled: () => refetchQueries(queries, queryKeys.walls(wall.space_id), queryKeys.milestones(wall.space_id)),
	})
}
