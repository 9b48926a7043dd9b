import type { SupabaseClient } from '@supabase/supabase-js'

export type MadeKey = { id: string; key: string }

/** Makes an API key of a space as an owner does. */
export async function makeKey(
	client: SupabaseClient,
	space: string,
	fields: { name?: string; role?: 'viewer' | 'editor'; scopes?: string[]; expires_at?: string } = {},
): Promise<MadeKey> {
	const call = { space_id: space, name: 'Shop sync', role: 'editor', ...fields }
	const { data } = await client.rpc('create_api_key', call).throwOnError()
	return data
}
