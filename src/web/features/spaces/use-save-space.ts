import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toast } from 'sonner'
import type { SpaceRow } from '#shared/rows.ts'
import { useUser } from '#web/lib/auth-context.tsx'
import { check } from '#web/lib/errors.ts'
import { keys } from '#web/lib/query-keys.ts'
import { supabase } from '#web/lib/supabase.ts'

/** Saves parts of a space and reads the person's spaces again. `said` is the toast's text. */
export function useSaveSpace(space: SpaceRow, said: string) {
	const user = useUser()
	const queries = useQueryClient()
	return useMutation({
		mutationFn: async (part: Partial<Pick<SpaceRow, 'name' | 'brand' | 'locale'>>) =>
			check(await (await supabase).from('spaces').update(part).eq('id', space.id)),
		onSuccess: () => {
			toast(said)
			return queries.invalidateQueries({ queryKey: keys.spaces(user.id) })
		},
	})
}
