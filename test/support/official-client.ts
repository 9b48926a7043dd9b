import { createClient, type SupabaseClient } from '@supabase/supabase-js'

/** The official client as used in a program: without stored sessions and without background refresh. */
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
		// On a busy machine a join may take longer than the default of ten seconds.
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

/** Fetches the public anonymous key of a running server. */
export async function fetchAnonKey(url: string): Promise<string> {
	const { anonKey } = (await (await fetch(`${url}/config.json`)).json()) as { anonKey: string }
	return anonKey
}
