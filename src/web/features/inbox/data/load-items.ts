import type { SupabaseClient } from '@supabase/supabase-js'
import type { Database } from '#shared/database-types.ts'
import { type InboxItem, itemColumns } from './inbox-item.ts'

/** The official client. This module is read outside of a browser, too, and so does not import the one of the page. */
export type Client = SupabaseClient<Database>

/** Testimonials by id, as the list holds them; invisible ones are missing. */
export const loadItems = async (client: Client, spaceId: string, ids: readonly string[]): Promise<InboxItem[]> => {
	const { data } = await client
		.from('testimonials')
		.select(itemColumns as string)
		.eq('space_id', spaceId)
		.in('id', ids)
		.overrideTypes<InboxItem[], { merge: false }>()
		.throwOnError()
	return data
}
