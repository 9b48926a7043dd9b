import type { User } from '@supabase/supabase-js'
import { useQuery } from '@tanstack/react-query'
import { useUser } from '#web/lib/auth-context.tsx'
import { check, unwrap } from '#web/lib/errors.ts'
import { keys } from '#web/lib/query-keys.ts'
import { supabase } from '#web/lib/supabase.ts'

/** What of an account other devices may have changed meanwhile. */
const traits = ({ email, new_email, phone, new_phone, factors, identities }: User) =>
	JSON.stringify([email, new_email, phone, new_phone, factors, identities])

/**
 * Asks the server for the account when the page opens and whenever its window is looked at again; when another
 * device changed it, the session is renewed, and every part of the page follows.
 */
export function useAccountFollowing(): void {
	const user = useUser()
	useQuery({
		queryKey: keys.account(user.id),
		queryFn: async () => {
			const client = await supabase
			const answer = await client.auth.getUser()
			check(answer)
			const present = answer.data.user
			if (present && traits(present) !== traits(user)) await renewSession()
			return present?.updated_at ?? null
		},
		staleTime: 0,
		refetchOnWindowFocus: 'always',
	})
}

/** The devices that are signed in, the present one first. */
export function useSessions() {
	const user = useUser()
	return useQuery({
		queryKey: keys.sessions(user.id),
		queryFn: async () => unwrap(await (await supabase).rpc('my_sessions')),
		refetchOnWindowFocus: true,
	})
}

/** New tokens with the account as it is now: after a change that brings none by itself. */
export async function renewSession(): Promise<void> {
	check(await (await supabase).auth.refreshSession())
}
