import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { WallDraftRow } from '#shared/rows.ts'
import type { StoredWall } from '#web/features/walls/use-walls.ts'
import { errorCode, StaleError, unwrap } from '#web/lib/client/errors.ts'
import { type Client, supabase } from '#web/lib/client/supabase.ts'
import { isEqual } from '#web/lib/drafts/merge-state.ts'
import { queryKeys } from '#web/lib/query/query-keys.ts'
import { refetchQueries, replaceQueryData } from '#web/lib/query/refetch.ts'
import { toDraft, type WallDraft } from './wall-draft.ts'
import { toFields } from './wall-fields.ts'

/** A store of a draft: the row, or null when it was removed. */
type DraftStore = { answer: Promise<WallDraftRow | null>; isAnswered: boolean }

/**
 * Stores the draft of a wall for all members, and removes it when it says what is published. Fails with StaleError when a
 * colleague stored another one since it was read, and reads that one. `unseenStore` is the last one whose answer the screen
 * does not have yet. It is set at once; the mutation's state comes with the next render.
 */
export function useSaveDraft(wall: StoredWall) {
	const queries = useQueryClient()
	const key = queryKeys.wall(wall.space_id, wall.id)
	const unseenStore = useRef<DraftStore | null>(null)
	// biome-ignore lint/correctness/useExhaustiveDependencies: an answer comes with another wall
	useEffect(() => {
		if (unseenStore.current?.isAnswered) unseenStore.current = null
	}, [wall])
	const save = useMutation({
		mutationFn: (mine: WallDraft) => {
			const store: DraftStore = {
				answer: supabase.then((client) => storeDraft(client, wall, mine)),
				isAnswered: false,
			}
			unseenStore.current = store
			return store.answer.finally(() => {
				store.isAnswered = true
			})
		},
		onSuccess: (draft) => {
			replaceQueryData<StoredWall | null>(queries, key, (now) => now && { ...now, draft })
			queries.invalidateQueries({ queryKey: queryKeys.wallDrafts(wall.space_id) })
		},
		onError: (error) => error instanceof StaleError && refetchQueries(queries, key),
	})
	return { save, unseenStore }
}

async function storeDraft(client: Client, wall: StoredWall, mine: WallDraft): Promise<WallDraftRow | null> {
	const place = { space_id: wall.space_id, wall_id: wall.id }
	const base = toDraft(wall)
	const isUnchanged = isEqual(toFields(mine), toFields(base))
	const drafts = client.from('wall_drafts')
	if (!wall.draft) {
		if (isUnchanged) return null
		const added = await drafts
			.insert({ ...place, mine, base })
			.select('*')
			.single()
		if (added.error && errorCode(added.error) === '23505') throw new StaleError()
		return unwrap(added)
	}
	const { version } = wall.draft
	if (isUnchanged) {
		const removed = unwrap(await drafts.delete().match(place).eq('version', version).select('wall_id'))
		if (removed.length === 0) throw new StaleError()
		return null
	}
	const [changed] = unwrap(await drafts.update({ mine, base }).match(place).eq('version', version).select('*'))
	if (!changed) throw new StaleError()
	return changed
}
