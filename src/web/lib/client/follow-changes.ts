import { randomUuid } from '#shared/random-uuid.ts'
import { supabase } from './supabase.ts'

/** Events of one table. A filter names a column and a value, as in `space_id=eq.…`; events of deletions take none. */
export type FollowedChange = { table: string; event: 'INSERT' | 'UPDATE' | 'DELETE'; filter?: string }

/**
 * Calls back after each change of some tables, and once when changes begin to arrive: those between the first fetch and
 * that moment are missing. Returns what ends it.
 */
export const followChanges = (name: string, changes: readonly FollowedChange[], changed: () => void): (() => void) => {
	let stop = () => {}
	let isEnded = false
	supabase
		.then((client) => {
			if (isEnded) return
			// A name of its own: screens follow each other, and a channel that is being left takes no more.
			const channel = client.channel(`${name}:${randomUuid()}`)
			for (const change of changes) channel.on('postgres_changes', { schema: 'public', ...change }, changed)
			channel.subscribe((status) => status === 'SUBSCRIBED' && changed())
			stop = () => void client.removeChannel(channel)
		})
		.catch(() => {})
	return () => {
		isEnded = true
		stop()
	}
}
