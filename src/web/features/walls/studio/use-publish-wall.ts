import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { WallDraftRow } from '#shared/rows.ts'
import type { StoredWall } from '#web/features/walls/use-walls.ts'
import { StaleError, unwrap } from '#web/lib/client/errors.ts'
import { supabase } from '#web/lib/client/supabase.ts'
import { queryKeys } from '#web/lib/query/query-keys.ts'
import { refetchQueries } from '#web/lib/query/refetch.ts'
import { toWallChange, type WallDraft } from './wall-draft.ts'

/** `storing` is a store of the draft by this screen that `wall` does not have yet: it makes the version that is published. */
type Publication = { draft: WallDraft; storing: Promise<WallDraftRow | null> | null }

/** Publishes a draft of a wall. Fails with StaleError when the wall or its draft changed since they were read. */
export function usePublishWall(wall: StoredWall) {
	const queries = useQueryClient()
	return useMutation({
		mutationFn: async ({ draft, storing }: Publication) => {
			const stored = storing ? await storing.catch(() => wall.draft) : wall.draft
			const { change, fixed } = toWallChange(draft, wall)
			const published = await (await supabase).rpc('publish_wall', {
				wall_id: wall.id,
				version: wall.version,
				draft_version: stored?.version ?? null,
				change,
				testimonial_ids: fixed ?? null,
			})
			if (!unwrap(published)) throw new StaleError()
		},
		onSettled: () => refetchQueries(queries, queryKeys.walls(wall.space_id), queryKeys.milestones(wall.space_id)),
	})
}
