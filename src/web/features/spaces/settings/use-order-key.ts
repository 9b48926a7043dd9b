import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { throwIfError, unwrap } from '#web/lib/client/errors.ts'
import { supabase } from '#web/lib/client/supabase.ts'
import { queryKeys } from '#web/lib/query/query-keys.ts'
import { refetchQueries } from '#web/lib/query/refetch.ts'

/** The date of a space's order key (ISO 8601, or null), and the mutation that replaces it, whose result is the new key. */
export function useOrderKey(spaceId: string) {
	const queries = useQueryClient()
	const queryKey = queryKeys.orderKey(spaceId)
	const madeAt = useQuery({
		queryKey,
		queryFn: async () => {
			const answer = await (await supabase).rpc('order_key_made_at', { space_id: spaceId })
			throwIfError(answer)
			return answer.data
		},
	})
	const rotate = useMutation({
		mutationFn: async () => {
			const { functions } = await supabase
			return unwrap(await functions.invoke<{ key: string }>('order-key', { body: { space_id: spaceId } })).key
		},
		onSuccess: () => refetchQueries(queries, queryKey),
		// The key is shown once and kept nowhere.
		gcTime: 0,
	})
	return { madeAt, rotate }
}
