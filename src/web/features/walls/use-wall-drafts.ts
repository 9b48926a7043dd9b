import { useQuery } from '@tanstack/react-query'
import { unwrap } from '#web/lib/client/errors.ts'
import { supabase } from '#web/lib/client/supabase.ts'
import { queryKeys } from '#web/lib/query/query-keys.ts'

/** Ids of the walls of a space that have changes which are not published. */
export const useWallDrafts = (spaceId: string) =>
	useQuery({
		queryKey: queryKeys.wallDrafts(spaceId),
		queryFn: async (): Promise<string[]> => {
			const drafts = (await supabase).from('wall_drafts').select('wall_id').eq('space_id', spaceId)
			return unwrap(await drafts).map(({ wall_id }) => wall_id)
		},
	})
