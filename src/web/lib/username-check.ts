import { useQuery } from '@tanstack/react-query'
import { useDebounced } from './debounced.ts'
import { unwrap } from './errors.ts'
import { keys } from './query-keys.ts'
import { supabase } from './supabase.ts'
import { usernameProblem } from './username.ts'

/** What the server says about a username while it is typed; `unknown` while asking or when it cannot be asked. */
export function useUsernameCheck(username: string, mine?: string | null) {
	const settled = useDebounced(username)
	const worth = !usernameProblem(settled) && settled !== mine
	const { data } = useQuery({
		queryKey: keys.usernameFree(settled),
		queryFn: async () =>
			unwrap(await (await supabase).rpc('username_available', { username: settled })),
		enabled: worth,
		staleTime: 10_000,
	})
	if (!worth || settled !== username || data === undefined) return 'unknown' as const
	return data ? ('free' as const) : ('taken' as const)
}
