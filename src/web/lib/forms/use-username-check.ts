import { useQuery } from '@tanstack/react-query'
import { useDebounced } from '#web/lib/browser/use-debounced.ts'
import { unwrap } from '#web/lib/client/errors.ts'
import { supabase } from '#web/lib/client/supabase.ts'
import { queryKeys } from '#web/lib/query/query-keys.ts'
import { usernameError } from './username.ts'

/**
 * The server's verdict on a username while it is typed; `unknown` while checking or when the check fails.
 * @param own.mine the current username
 * @param own.isClaiming while it is being claimed here: the server may already call it taken
 */
export function useUsernameCheck(
	username: string,
	{ mine, isClaiming = false }: { mine?: string | null; isClaiming?: boolean } = {},
) {
	const settled = useDebounced(username)
	const worth = !usernameError(settled) && settled !== mine
	const { data } = useQuery({
		queryKey: queryKeys.usernameFree(settled),
		queryFn: async () => unwrap(await (await supabase).rpc('username_available', { username: settled })),
		enabled: worth && !isClaiming,
		staleTime: 10_000,
	})
	if (!worth || settled !== username || data === undefined) return 'unknown' as const
	if (data) return 'free' as const
	return isClaiming ? ('unknown' as const) : ('taken' as const)
}
