import type { WallDraftRow } from '#shared/rows.ts'
import type { StoredWall } from '#web/features/walls/use-walls.ts'
import { errorCode, StaleError, unwrap } from '#web/lib/client/errors.ts'
import type { Client } from '#web/lib/client/supabase.ts'
import { isEqual } from '#web/lib/drafts/merge-state.ts'
import { toDraft, type WallDraft } from './wall-draft.ts'

/**
 * Stores the draft of a wall for all members, and removes it when it says what is published. Fails with StaleError when a
 * colleague stored another one since it was read.
 */
export async function storeDraft(client: Client, wall: StoredWall, mine: WallDraft): Promise<WallDraftRow | null> {
	const place = { space_id: wall.space_id, wall_id: wall.id }
	const base = toDraft(wall)
	const isUnchanged = isEqual(mine, base)
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
	const write = isUnchanged ? drafts.delete() : drafts.update({ mine, base })
	const [row] = unwrap(await write.match(place).eq('version', wall.draft.version).select('*'))
	if (!row) throw new StaleError()
	return isUnchanged ? null : row
}
