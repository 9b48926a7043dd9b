import { useQuery } from '@tanstack/react-query'
import { unwrap } from '#web/lib/client/errors.ts'
import { supabase } from '#web/lib/client/supabase.ts'
import { queryKeys } from '#web/lib/query/query-keys.ts'
import { useSpace } from '#web/lib/spaces/space-context.tsx'

/** A wall or a form, as code on other sites names it. */
export type NamedPage = { id: string; slug: string; name: string }

/** The walls of a space, oldest first. */
export const useNamedWalls = (spaceId: string) =>
	useQuery({
		queryKey: [...queryKeys.walls(spaceId), 'named'],
		queryFn: async (): Promise<NamedPage[]> =>
			unwrap(await (await supabase).from('walls').select('id,slug,name').eq('space_id', spaceId).order('created_at')),
	})

/** The forms of a space, oldest first. */
export const useNamedForms = (spaceId: string) =>
	useQuery({
		queryKey: [...queryKeys.formList(spaceId), 'named'],
		queryFn: async (): Promise<NamedPage[]> =>
			unwrap(await (await supabase).from('forms').select('id,slug,name').eq('space_id', spaceId).order('created_at')),
	})

/** The slug of the first wall and form, for examples that work as they stand. */
export function useExampleSlugs(): { wall: string; form: string } {
	const { space } = useSpace()
	const { data: walls } = useNamedWalls(space.id)
	const { data: forms } = useNamedForms(space.id)
	return { wall: walls?.[0]?.slug ?? 'your-wall', form: forms?.[0]?.slug ?? 'your-form' }
}
