import { useQuery } from '@tanstack/react-query'
import { unwrap } from '#web/lib/client/errors.ts'
import { supabase } from '#web/lib/client/supabase.ts'
import { queryKeys } from '#web/lib/query/query-keys.ts'

/** True when the signed-in account may open the page of the operator. Read once; a setup link that is redeemed here updates it. */
export function useIsOperator(): boolean {
	const { data } = useQuery({
		queryKey: queryKeys.operator,
		queryFn: async () => {
			const { functions } = await supabase
			return unwrap(await functions.invoke<{ operator: boolean }>('operator', { method: 'GET' }))
		},
		staleTime: Number.POSITIVE_INFINITY,
	})
	return data?.operator ?? false
}
