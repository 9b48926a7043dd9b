import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type StoredWall, wallQuery } from '#web/features/walls/use-walls.ts'
import { supabase } from '#web/lib/client/supabase.ts'
import { mergeFields } from '#web/lib/drafts/merge-state.ts'
import { useVersionedDraft } from '#web/lib/drafts/use-versioned-draft.ts'
import { queryKeys } from '#web/lib/query/query-keys.ts'
import { storeDraft } from './save-draft.ts'
import { readDraft, toDraft, type WallDraft } from './wall-draft.ts'
import { describeChanges, fromFields, toFields, type WallFields } from './wall-fields.ts'

/** The copy in this browser. */
type LocalDraft = WallDraft & { base: WallDraft }

/** The draft of a wall in the studio, merged setting by setting. A conflict waits for a choice before anything is stored. */
export function useWallDraft(wall: StoredWall, isReadOnly: boolean) {
	const queries = useQueryClient()
	const { value, edit, ...work } = useVersionedDraft<StoredWall, WallFields, LocalDraft>(
		wall,
		{
			what: 'wall',
			query: wallQuery(wall.space_id, wall.id),
			open: openWall,
			waitsForChoice: true,
			save: async (stored, fields) => {
				const draft = await storeDraft(await supabase, stored, fromFields(fields))
				void queries.invalidateQueries({ queryKey: queryKeys.wallDrafts(wall.space_id) })
				return { draft }
			},
		},
		{
			key: `plaudit-wall-${wall.id}`,
			parse: (stored) => {
				const mine = readDraft(stored)
				return mine && { mine: toFields(mine), base: toFields(readDraft(stored?.base) ?? toDraft(wall)) }
			},
			format: ({ base, mine }) => ({ ...fromFields(mine), base: fromFields(base) }),
		},
		isReadOnly,
	)
	const draft = useMemo(() => fromFields(value), [value])
	return {
		...work,
		draft,
		edit: (part: Partial<WallDraft>) => edit((fields) => toFields({ ...fromFields(fields), ...part })),
		changes: useMemo(() => describeChanges(toDraft(wall), draft), [wall, draft]),
	}
}

/**
 * The server's state: the stored draft with the settings published since it began, else the published wall. Settings that both
 * changed keep the draft's value and are conflicts.
 */
function openWall(wall: StoredWall) {
	const published = toFields(toDraft(wall))
	const [mine, base] = [readDraft(wall.draft?.mine), readDraft(wall.draft?.base)]
	const { merged, collisions } =
		mine && base ? mergeFields(toFields(base), toFields(mine), published) : { merged: published, collisions: [] }
	return { value: merged, overtaken: collisions, publication: wall.version }
}
