import type { Client } from '#web/lib/client/supabase.ts'
import { type InboxItem, itemColumns } from './inbox-item.ts'

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
