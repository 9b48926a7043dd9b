import type { User } from '@supabase/supabase-js'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useUser } from '#web/lib/auth-context.tsx'
import { check, unwrap } from '#web/lib/errors.ts'
import { keys } from '#web/lib/query-keys.ts'
import { readAnew } from '#web/lib/read-anew.ts'
import { readAccount } from '#web/lib/session-end.ts'
import { supabase } from '#web/lib/supabase.ts'
import { useConfig } from '#web/lib/use-config.ts'
import type { Passkey } from './passkey-row.tsx'

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
			const present = await readAccount(await supabase)
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

/** The passkeys of a person; none at all where passkeys are not offered. */
export function usePasskeys() {
	const user = useUser()
	const isOffered = useConfig()?.passkeys === true
	const queries = useQueryClient()
	const queryKey = keys.passkeys(user.id)
	const list = useQuery({
		queryKey,
		queryFn: async () => unwrap(await (await supabase).auth.passkey.list()) as Passkey[],
		enabled: isOffered,
	})
	return {
		isOffered,
		passkeys: list.data ?? [],
		refresh: () => readAnew(queries, queryKey),
	}
}

/** New tokens with the account as it is now: after a change that brings none by itself. */
export async function renewSession(): Promise<void> {
	check(await (await supabase).auth.refreshSession())
}
