import { wallLayouts } from '#shared/wall.ts'
import { readSelection, readTheme } from '#shared/wall-settings.ts'
import { same } from '#web/lib/merge.ts'
import type { Edited } from '#web/lib/merged.ts'
import { readStored, writeStored } from '#web/lib/stored.ts'
import { useMerged } from '#web/lib/use-merged.ts'
import { countChanges, toDraft, type WallDraft } from './wall-draft.ts'
import type { StoredWall } from './walls-data.ts'

/**
 * The draft of a wall, kept in this browser until it is published or thrown away; what somebody else publishes meanwhile
 * is merged.
 */
export function useWallDraft(wall: StoredWall) {
	const key = `plaudit-wall-${wall.id}`
	const { mine, ...merged } = useMerged(
		toDraft(wall),
		() => readKept(key, wall),
		({ base, mine }) =>
			writeStored(key, same(base, mine) ? null : JSON.stringify({ ...mine, base })),
	)
	return { ...merged, draft: mine, changes: countChanges(mine, wall) }
}

/** A kept draft and what it was made of, so that what was published since does not count as one's own doing. */
function readKept(key: string, wall: StoredWall): Edited<WallDraft> | null {
	try {
		const kept = JSON.parse(readStored(key) ?? 'null')
		const mine = readDraft(kept)
		return mine && { mine, base: readDraft(kept.base) ?? toDraft(wall) }
	} catch {
		return null
	}
}

function readDraft(kept: Partial<WallDraft> | null | undefined): WallDraft | null {
	const layout = wallLayouts.find((name) => name === kept?.layout)
	if (!kept || !layout || !Array.isArray(kept.fixed)) return null
	const { theme, selection, fixed } = kept
	return { layout, theme: readTheme(theme), selection: readSelection(selection), fixed }
}
