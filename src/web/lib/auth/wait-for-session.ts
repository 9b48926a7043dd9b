import type { Session } from '@supabase/supabase-js'

const intervalMs = 500
const timeoutMs = 15_000

/** Checks every 500 ms for a session with a user; rejects with AuthTimeoutError after 15 s. */
export async function waitForSession(look: () => Promise<Session | null>): Promise<Session> {
	const end = Date.now() + timeoutMs
	for (;;) {
		const session = await look()
		if (session?.user) return session
		if (Date.now() + intervalMs > end) throw new AuthTimeoutError()
		await new Promise((resolve) => setTimeout(resolve, intervalMs))
	}
}

/** No session arrived within 15 seconds after a sign-in with Google began. */
export class AuthTimeoutError extends Error {
	override readonly name = 'AuthTimeoutError'
	readonly status = 408
	constructor() {
		super('Timed out waiting for user session.')
	}
}
