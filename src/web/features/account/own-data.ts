import { unwrap } from '#web/lib/errors.ts'
import { readAccount } from '#web/lib/session-end.ts'
import { supabase } from '#web/lib/supabase.ts'

/**
 * Everything that this Plaudit keeps about a person as a member: for a file that they take along. What belongs to a
 * space (testimonials, forms, walls) is the space's and is not in it.
 */
export async function ownData(userId: string): Promise<object> {
	const client = await supabase
	const [account, profile, spaces, sessions] = await Promise.all([
		readAccount(client),
		client.from('profiles').select().eq('id', userId).single(),
		client
			.from('space_members')
			.select('role, created_at, space:spaces(id, name)')
			.eq('user_id', userId),
		client.rpc('my_sessions'),
	])
	return {
		made_at: new Date().toISOString(),
		from: window.location.origin,
		account,
		profile: unwrap(profile),
		spaces: unwrap(spaces),
		sessions: unwrap(sessions),
	}
}
