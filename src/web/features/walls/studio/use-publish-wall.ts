import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toast } from 'sonner'
import type { StoredWall } from '#web/features/walls/use-walls.ts'
import { errorMessage, StaleError, unwrap } from '#web/lib/client/errors.ts'
import { type Client, supabase } from '#web/lib/client/supabase.ts'
import { queryKeys } from '#web/lib/query/query-keys.ts'
import { refetchQueries } from '#web/lib/query/refetch.ts'
import type { useWallDraft } from './use-wall-draft.ts'
import { toWallChange, type WallDraft } from './wall-draft.ts'
import { fromFields } from './wall-fields.ts'

const changedMeanwhile = 'A colleague changed this wall at the same time. Look at it, and publish again.'

/** Publishes the draft of a wall. */
export function usePublishWall({ publish }: ReturnType<typeof useWallDraft>) {
	const queries = useQueryClient()
	return useMutation({
		mutationFn: () =>
			publish(async (wall, fields) => {
				try {
					await publishWall(await supabase, wall, fromFields(fields))
				} finally {
					await refetchQueries(queries, queryKeys.walls(wall.space_id), queryKeys.milestones(wall.space_id))
				}
			}),
		onSuccess: () => toast('The wall shows your changes.'),
		onError: (error) => toast(error instanceof StaleError ? changedMeanwhile : errorMessage(error)),
	})
}

/** Fails with StaleError when the wall or its draft changed since they were read. */
async function publishWall(client: Client, wall: StoredWall, draft: WallDraft): Promise<void> {
	const { change, fixed } = toWallChange(draft, wall)
	const published = await client.rpc('publish_wall', {
		wall_id: wall.id,
		version: wall.version,
		draft_version: wall.draft?.version ?? null,
		change,
		testimonial_ids: fixed ?? null,
	})
	if (!unwrap(published)) throw new StaleError()
}
