import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { sessionIdOf } from '#web/lib/assurance.ts'
import { useAuth } from '#web/lib/auth-context.tsx'
import { check } from '#web/lib/errors.ts'
import { useKept } from '#web/lib/kept.ts'
import { keys } from '#web/lib/query-keys.ts'
import { readAnew } from '#web/lib/read-anew.ts'
import { supabase } from '#web/lib/supabase.ts'

/**
 * Leaves for a provider, to add it as a way to sign in. Whoever comes back has a new session; the one before ends
 * then, or it would stay behind among the devices.
 */
export function useLinking(): (provider: string) => Promise<void> {
	const { session } = useAuth()
	const queries = useQueryClient()
	const [former, setFormer] = useKept<string | null>('plaudit-linking-from', null)
	const present = session ? sessionIdOf(session) : undefined
	const userId = session?.user.id
	useEffect(() => {
		if (!former || !present || !userId || former === present) return
		setFormer(null)
		const end = async () => {
			await (await supabase).rpc('end_session', { id: former })
			await readAnew(queries, keys.sessions(userId))
		}
		void end()
	}, [former, present, userId, setFormer, queries])
	return async (provider) => {
		setFormer(present ?? null)
		const redirectTo = `${window.location.origin}/dashboard/account`
		const { auth } = await supabase
		// A name from the settings; the client's own list ends with those that it was written with.
		check(await auth.linkIdentity({ provider: provider as 'google', options: { redirectTo } }))
	}
}
