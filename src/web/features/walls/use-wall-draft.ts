import { useState } from 'react'
import { wallLayouts } from '#shared/wall.ts'
import { readSelection, readTheme } from '#shared/wall-settings.ts'
import { readStored, writeStored } from '#web/lib/stored.ts'
import { countChanges, toDraft, type WallDraft } from './wall-draft.ts'
import type { StoredWall } from './walls-data.ts'

/** The draft of a wall, kept in this browser until it is published or thrown away. */
export function useWallDraft(wall: StoredWall) {
	const key = `plaudit-wall-${wall.id}`
	const [kept, setKept] = useState<WallDraft | null>(() => readKept(key))
	const draft = kept ?? toDraft(wall)
	return {
		draft,
		changes: kept ? countChanges(kept, wall) : 0,
		edit: (part: Partial<WallDraft>) => {
			const next = { ...draft, ...part }
			setKept(next)
			writeStored(key, JSON.stringify(next))
		},
		drop: () => {
			setKept(null)
			writeStored(key, null)
		},
	}
}

function readKept(key: string): WallDraft | null {
	try {
		const kept = JSON.parse(readStored(key) ?? 'null') as Partial<WallDraft> | null
		const layout = wallLayouts.find((name) => name === kept?.layout)
		if (!kept || !layout || !Array.isArray(kept.fixed)) return null
		const { theme, selection, fixed } = kept
		return { layout, theme: readTheme(theme), selection: readSelection(selection), fixed }
	} catch {
		return null
	}
}
