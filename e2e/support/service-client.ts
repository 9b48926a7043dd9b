import type { SupabaseClient } from '@supabase/supabase-js'
import { officialClient } from '#test/support/official-client.ts'
import { plaudit, type ServerAddress } from '#test/support/server-process.ts'

/** The official client with the service key of a server, to arrange what no visitor may write. */
export async function serviceClient(server: ServerAddress): Promise<SupabaseClient> {
	const { serviceRoleKey } = JSON.parse(await plaudit(server, ['keys', '--json'])) as { serviceRoleKey: string }
	return officialClient(server.url, serviceRoleKey)
}
