import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { toast } from 'sonner'
import { randomUuid } from '#shared/random-uuid.ts'
import { useAuth } from '#web/lib/auth/auth-context.tsx'
import { errorMessage, throwIfError, unwrap } from '#web/lib/client/errors.ts'
import { supabase } from '#web/lib/client/supabase.ts'
import { queryKeys } from '#web/lib/query/query-keys.ts'
import { refetchQueries } from '#web/lib/query/refetch.ts'
import { readFilter } from './read-filter.ts'
import { moveKeptViews, type SavedView } from './saved-views.ts'

/** The saved views of a space and of the signed-in member in it, by name, with functions to save and delete one. */
export const useSavedViews = (spaceId: string) => {
	const userId = useAuth().session?.user.id ?? ''
	const queries = useQueryClient()
	const queryKey = queryKeys.savedViews(spaceId, userId)
	const rowOf = ({ id, name, filter, isOfSpace }: SavedView) => ({
		id,
		space_id: spaceId,
		user_id: isOfSpace ? null : userId,
		name,
		filter,
	})
	const { data: saved = [] } = useQuery({
		queryKey,
		queryFn: async (): Promise<SavedView[]> => {
			const client = await supabase
			await moveKeptViews(spaceId, async (kept) => {
				const rows = kept.map((view) => rowOf({ ...view, id: randomUuid(), isOfSpace: false }))
				throwIfError(await client.from('saved_views').insert(rows))
			})
			const stored = client.from('saved_views').select('id,user_id,name,filter').eq('space_id', spaceId)
			return unwrap(await stored.order('name').order('id')).flatMap((row) => {
				const filter = readFilter(row.filter)
				return filter ? [{ id: row.id, name: row.name, filter, isOfSpace: row.user_id === null }] : []
			})
		},
	})
	const onSettled = () => refetchQueries(queries, queryKey)
	const onError = (error: unknown) => toast.error(errorMessage(error))
	const save = useMutation({
		mutationFn: async (view: SavedView) => throwIfError(await (await supabase).from('saved_views').insert(rowOf(view))),
		onError,
		onSettled,
	})
	const remove = useMutation({
		mutationFn: async ({ id }: SavedView) =>
			throwIfError(await (await supabase).from('saved_views').delete().eq('space_id', spaceId).eq('id', id)),
		onSuccess: (_, view) =>
			toast(`The view ${view.name} is deleted`, { action: { label: 'Undo', onClick: () => save.mutate(view) } }),
		onError,
		onSettled,
	})
	return { saved, save, remove }
}
