import type { User } from '@supabase/supabase-js'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useUser } from '#web/lib/auth/auth-context.tsx'
import { fetchAccount } from '#web/lib/auth/session-check.ts'
import { useConfig } from '#web/lib/client/config.ts'
import { throwIfError, unwrap } from '#web/lib/client/errors.ts'
import { supabase } from '#web/lib/client/supabase.ts'
import { queryKeys } from '#web/lib/query/query-keys.ts'
import { refetchQueries } from '#web/lib/query/refetch.ts'

/** The account fields that another device may have changed. */
const accountFingerprint = ({ email, new_email, phone, new_phone, factors, identities }: User) =>
	JSON.stringify([email, new_email, phone, new_phone, factors, identities])

/**
 * Fetches the account when the page opens and on window focus; after a change elsewhere the session is refreshed, so
 * the whole page follows.
 */
export function useAccountSync(): void {
	const user = useUser()
	useQuery({
		queryKey: queryKeys.account(user.id),
		queryFn: async () => {
			const present = await fetchAccount(await supabase)
			if (present && accountFingerprint(present) !== accountFingerprint(user)) await refreshSession()
			return present?.updated_at ?? null
		},
		staleTime: 0,
		refetchOnWindowFocus: 'always',
	})
}

/** The signed-in devices, the current one first. */
export function useSessions() {
	const user = useUser()
	return useQuery({
		queryKey: queryKeys.sessions(user.id),
		queryFn: async () => unwrap(await (await supabase).rpc('my_sessions')),
		refetchOnWindowFocus: true,
	})
}

/** A passkey as the auth service lists it. Times are ISO 8601. */
export type Passkey = { id: string; friendly_name?: string; created_at: string; last_used_at?: string }

/** The person's passkeys; empty where passkeys are disabled. */
export function usePasskeys() {
	const user = useUser()
	const isOffered = useConfig()?.passkeys === true
	const queries = useQueryClient()
	const queryKey = queryKeys.passkeys(user.id)
	const list = useQuery({
		queryKey,
		queryFn: async () => unwrap(await (await supabase).auth.passkey.list()) as Passkey[],
		enabled: isOffered,
	})
	return { isOffered, passkeys: list.data ?? [], refresh: () => refetchQueries(queries, queryKey) }
}

/** Refreshes the session after a change that does not return new tokens. */
export async function refreshSession(): Promise<void> {
	throwIfError(await (await supabase).auth.refreshSession())
}
