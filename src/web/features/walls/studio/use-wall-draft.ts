import { wallLayouts } from '#shared/wall.ts'
import { readSelection, readTheme } from '#shared/wall-settings.ts'
import type { StoredWall } from '#web/features/walls/use-walls.ts'
import { isEqual } from '#web/lib/drafts/merge-state.ts'
import { useMergeState } from '#web/lib/drafts/use-merge-state.ts'
import { useSavedDraft } from '#web/lib/drafts/use-saved-draft.ts'
import { countChanges, toDraft, type WallDraft } from './wall-draft.ts'

/** The draft of a wall, stored in this browser until it is published or discarded; concurrent changes are merged. */
export function useWallDraft(wall: StoredWall) {
	const [saved, save] = useSavedDraft(`plaudit-wall-${wall.id}`, (stored: StoredDraft | null) => {
		const mine = parseDraft(stored)
		// The base keeps changes that were published since then from counting as local edits.
		return mine && { mine, base: parseDraft(stored?.base) ?? toDraft(wall) }
	})
	const { value, ...merged } = useMergeState(
		toDraft(wall),
		() => saved,
		({ base, mine }) => save(isEqual(base, mine) ? null : { ...mine, base }),
	)
	return { ...merged, draft: value, changes: countChanges(value, wall) }
}

type StoredDraft = Partial<WallDraft & { base: WallDraft }>

function parseDraft(kept: Partial<WallDraft> | null | undefined): WallDraft | null {
	const layout = wallLayouts.find((name) => name === kept?.layout)
	if (!kept || !layout || !Array.isArray(kept.fixed)) return null
	const { theme, selection, fixed } = kept
	return { layout, theme: readTheme(theme), selection: readSelection(selection), fixed }
}
