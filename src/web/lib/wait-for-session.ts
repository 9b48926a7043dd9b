import type { Session } from '@supabase/supabase-js'
import { AuthTimeoutError } from './auth-timeout-error.ts'

const every = 500
const atMost = 15_000

/** Asks every 500 ms for a session with a user; rejects with AuthTimeoutError after 15 s. */
export async function waitForSession(look: () => Promise<Session | null>): Promise<Session> {
	const end = Date.now() + atMost
	for (;;) {
		const session = await look()
		if (session?.user) return session
		if (Date.now() + every > end) throw new AuthTimeoutError()
		await new Promise((resolve) => setTimeout(resolve, every))
	}
}
