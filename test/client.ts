import { createClient, type SupabaseClient } from '@supabase/supabase-js'

/** The official client as a program holds it: nothing is stored and nothing refreshes behind a test's back. */
export function officialClient(
	url: string,
	key: string,
	more: {
		fetch?: typeof fetch
		headers?: Record<string, string>
		accessToken?: () => Promise<string>
	} = {},
): SupabaseClient {
	const { accessToken, ...global } = more
	return createClient(url, key, {
		global,
		// A busy machine may take longer than the usual ten seconds to answer a join.
		realtime: { timeout: 60_000 },
		auth: {
			persistSession: false,
			autoRefreshToken: false,
			detectSessionInUrl: false,
			experimental: { passkey: true, recoveryCodes: true },
		},
		...(accessToken ? { accessToken } : {}),
	})
}

/** The anonymous key that a running server tells everybody. */
export async function anonKeyOf(url: string): Promise<string> {
	const { anonKey } = (await (await fetch(`${url}/config.json`)).json()) as { anonKey: string }
	return anonKey
}
