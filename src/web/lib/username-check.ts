import { useQuery } from '@tanstack/react-query'
import { useDebounced } from './debounced.ts'
import { unwrap } from './errors.ts'
import { keys } from './query-keys.ts'
import { supabase } from './supabase.ts'
import { usernameProblem } from './username.ts'

/**
 * What the server says about a username while it is typed; `unknown` while asking or when it cannot be asked.
 * @param own.mine the present one
 * @param own.isClaiming while it is being taken from here: from then on the server may call it taken
 */
export function useUsernameCheck(
	username: string,
	{ mine, isClaiming = false }: { mine?: string | null; isClaiming?: boolean } = {},
) {
	const settled = useDebounced(username)
	const worth = !usernameProblem(settled) && settled !== mine
	const { data } = useQuery({
		queryKey: keys.usernameFree(settled),
		queryFn: async () =>
			unwrap(await (await supabase).rpc('username_available', { username: settled })),
		enabled: worth && !isClaiming,
		staleTime: 10_000,
	})
	if (!worth || settled !== username || data === undefined) return 'unknown' as const
	if (data) return 'free' as const
	return isClaiming ? ('unknown' as const) : ('taken' as const)
}
