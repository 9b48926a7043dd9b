import type { AuthError, SupabaseClient } from '@supabase/supabase-js'

type Auth = Pick<SupabaseClient, 'auth'>

/** What auth/v1 says of a session that is over, beside that it is missing. */
const ends = ['session_not_found', 'session_expired', 'user_not_found', 'user_banned']

let asking: Promise<void> | undefined
const listeners = new Set<(error: AuthError) => void>()

/** Calls back when the session of this browser turned out to have ended elsewhere. @returns what ends it */
export function watchSessionEnd(ended: (error: AuthError) => void): () => void {
	listeners.add(ended)
	return () => void listeners.delete(ended)
}

/** `fetch` that notices when a service does not take this session's token although it has not expired. */
export function noticeRefusals(send: typeof fetch, refused: () => void): typeof fetch {
	return async (input, init) => {
		const answer = await send(input, init)
		const { pathname } = new URL(answer.url || window.location.href)
		if (!pathname.startsWith('/auth/v1/') && (await isRefusal(answer))) refused()
		return answer
	}
}

/** Whether the session still lives; once for all who ask meanwhile. One that ended is forgotten, which leads to /auth. */
export function checkSession(client: Auth): Promise<void> {
	asking ??= check(client).finally(() => {
		asking = undefined
	})
	return asking
}

async function check({ auth }: Auth): Promise<void> {
	const { data } = await auth.getSession()
	if (!data.session) return
	const { error } = await auth.getUser()
	if (!error) return
	const isOver = error.name === 'AuthSessionMissingError' || ends.includes(error.code ?? '')
	if (!isOver) return
	for (const ended of listeners) ended(error)
	await auth.signOut({ scope: 'local' })
}

/** storage/v1 answers 400 to the browser and says the true reason inside. */
async function isRefusal(answer: Response): Promise<boolean> {
	if (answer.status !== 400) return answer.status === 401
	const body: unknown = await answer
		.clone()
		.json()
		.catch(() => null)
	return (body as { code?: unknown } | null)?.code === 'InvalidJWT'
}
