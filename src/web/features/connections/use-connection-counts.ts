import { useQuery } from '@tanstack/react-query'
import { supabase } from '#web/lib/client/supabase.ts'
import { queryKeys } from '#web/lib/query/query-keys.ts'
import { useSpace } from '#web/lib/spaces/space-context.tsx'

/** The numbers of a space's connections, as the side list has them. `keys` is 0 for members who read none. */
export type ConnectionCounts = { keys: number; webhooks: number; connections: number }

/**
 * Counts the keys that work and the webhooks; undefined until both are known.
 * @param enabled false while the numbers are not shown: nothing is read then
 */
export function useConnectionCounts(enabled: boolean): ConnectionCounts | undefined {
	const { space, isOwner } = useSpace()
	const { data: keys = isOwner ? undefined : 0 } = useQuery({
		queryKey: queryKeys.keyCount(space.id),
		enabled: enabled && isOwner,
		queryFn: async () => {
			const live = (await supabase).from('api_keys').select('id', { count: 'exact', head: true })
			const { count } = await live
				.eq('space_id', space.id)
				.is('revoked_at', null)
				.or(`expires_at.is.null,expires_at.gt.${new Date().toISOString()}`)
				.throwOnError()
			return count ?? 0
		},
	})
	const { data: webhooks } = useQuery({
		queryKey: queryKeys.webhookCount(space.id),
		enabled,
		queryFn: async () => {
			const all = (await supabase).from('webhooks').select('id', { count: 'exact', head: true })
			const { count } = await all.eq('space_id', space.id).throwOnError()
			return count ?? 0
		},
	})
	return keys === undefined || webhooks === undefined ? undefined : { keys, webhooks, connections: keys + webhooks }
}
