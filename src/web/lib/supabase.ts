import type { SupabaseClient } from '@supabase/supabase-js'
import type { Database } from '#shared/database.ts'
import { fetchByOwnClock } from './auth-own-clock.ts'
import { config } from './config.ts'
import { checkSession, noticeRefusals } from './session-end.ts'

/** The official client, typed with our public schema. */
export type Client = SupabaseClient<Database>

// Asked for while the rest of the app is still being read: its own chunk, in parallel.
const library = import('@supabase/supabase-js')

/** The one client of this page. Await it inside query functions: `const client = await supabase`. */
export const supabase: Promise<Client> = start()
supabase.catch(() => {})

async function start(): Promise<Client> {
	const [{ createClient }, { url, anonKey }] = await Promise.all([library, config])
	const client: Client = createClient<Database>(url, anonKey, {
		global: { fetch: noticeRefusals(fetchByOwnClock, () => void checkSession(client)) },
		auth: {
			flowType: flowOf(window.location.hash),
			experimental: { recoveryCodes: true },
		},
	})
	return client
}

/**
 * Sign-ins that begin here use PKCE. A page opened with tokens in its fragment (a link that the server
 * made for somebody else's client) is finished as the implicit callback that it is (product.md §2).
 */
export function flowOf(fragment: string): 'implicit' | 'pkce' {
	return new URLSearchParams(fragment.replace(/^#/, '')).has('access_token') ? 'implicit' : 'pkce'
}
