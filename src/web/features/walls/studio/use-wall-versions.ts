import { useQuery } from '@tanstack/react-query'
import type { WallVersionRow } from '#shared/rows.ts'
import { unwrap } from '#web/lib/client/errors.ts'
import { supabase } from '#web/lib/client/supabase.ts'
import { queryKeys } from '#web/lib/query/query-keys.ts'
import type { Version } from '#web/ui/versions/version.ts'
import { draftOfVersion, type WallDraft } from './wall-draft.ts'
import { describeChanges } from './wall-fields.ts'

/** A wall from one publication to the next. */
export type WallVersion = Version & { draft: WallDraft }

/** The kept versions of a wall, newest first. */
export const useWallVersions = (spaceId: string, wallId: string, isOpen: boolean) =>
	useQuery({
		queryKey: [...queryKeys.wall(spaceId, wallId), 'versions'],
		queryFn: async (): Promise<WallVersion[]> => {
			const rows = (await supabase).from('wall_versions').select('*').eq('space_id', spaceId).eq('wall_id', wallId)
			return toVersions(unwrap(await rows.order('version', { ascending: false })))
		},
		enabled: isOpen,
	})

function toVersions(rows: WallVersionRow[]): WallVersion[] {
	const kept = rows.flatMap((row) => {
		const draft = draftOfVersion(row)
		return draft ? [{ ...row, draft }] : []
	})
	return kept.map(({ version, published_by, published_at, draft }, at) => {
		const before = kept[at + 1]
		return { version, published_by, published_at, draft, changes: before ? describeChanges(before.draft, draft) : null }
	})
}
