import type { SupabaseClient } from '@supabase/supabase-js'
import type { Database } from '#shared/database-types.ts'
import { chooseFlow } from '#web/lib/auth/fragment-session.ts'
import { checkSession, detectUnauthorized } from '#web/lib/auth/session-check.ts'
import { config } from './config.ts'
import { noteFailedRequests } from './failed-request.ts'

/** The official client, typed with our public schema. */
export type Client = SupabaseClient<Database>

// Imported while the rest of the app still loads: its own chunk, in parallel.
const library = import('@supabase/supabase-js')

/** The only client of this page. Await it inside query functions: `const client = await supabase`. */
export const supabase: Promise<Client> = createSupabaseClient()
supabase.catch(() => {})

async function createSupabaseClient(): Promise<Client> {
	const [flowType, { createClient }, { url, anonKey }] = await Promise.all([chooseFlow(), library, config])
	const client: Client = createClient<Database>(url, anonKey, {
		global: { fetch: detectUnauthorized(noteFailedRequests(fetchWithLocalExpiry), () => void checkSession(client)) },
		auth: {
			flowType,
			experimental: { recoveryCodes: true },
		},
	})
	return client
}

/**
 * `fetch` for devices with a wrong clock. `expires_at` follows the server's clock; on a device an hour ahead each new
 * session would count as expired. Without it, the client derives the moment from `expires_in` by its own clock.
 */
const fetchWithLocalExpiry: typeof fetch = async (input, init) => {
	const answer = await fetch(input, init)
	const isJson = answer.headers.get('content-type')?.startsWith('application/json')
	if (!isJson || !answer.ok || !requestUrl(input).includes('/auth/v1/')) return answer
	const { expires_at, ...session } = await answer.clone().json()
	if (!expires_at || !session.access_token) return answer
	const { status, headers } = answer
	return new Response(JSON.stringify(session), { status, headers })
}

function requestUrl(input: RequestInfo | URL): string {
	return input instanceof Request ? input.url : String(input)
}
