import type { SupabaseClient, User } from '@supabase/supabase-js'
import { sessionIdOf } from './assurance.ts'
import { config } from './config.ts'

type Auth = Pick<SupabaseClient, 'auth'>

/** What auth/v1 says of a session that is over. */
const ends = ['session_not_found', 'session_expired', 'user_not_found', 'user_banned']

let asking: Promise<void> | undefined
const listeners = new Set<(error: Error) => void>()

/** Calls back when the session of this browser turned out to have ended elsewhere. @returns what ends it */
export function watchSessionEnd(ended: (error: Error) => void): () => void {
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
	asking ??= readAccount(client)
		.then(
			() => {},
			() => {},
		)
		.finally(() => {
			asking = undefined
		})
	return asking
}

/**
 * The account as the server has it; undefined without a session. Throws what auth/v1 says, and forgets a session that
 * is over. The client's own `getUser()` forgets whichever session is there when the answer comes: one that was begun
 * meanwhile, in another tab perhaps, would be lost with the one that it asked for.
 */
export async function readAccount({ auth }: Auth): Promise<User | undefined> {
	const { session } = (await auth.getSession()).data
	if (!session) return undefined
	const answer = await askForAccount(session.access_token)
	if ('user' in answer) return answer.user
	const now = (await auth.getSession()).data.session
	const isOver = ends.includes(answer.error.code)
	if (isOver && now && sessionIdOf(now) === sessionIdOf(session)) {
		for (const ended of listeners) ended(answer.error)
		await auth.signOut({ scope: 'local' })
	}
	throw answer.error
}

type Refusal = Error & { code: string; status: number }

async function askForAccount(token: string): Promise<{ user: User } | { error: Refusal }> {
	const { url, anonKey } = await config
	const answer = await fetch(`${url}/auth/v1/user`, {
		headers: {
			apikey: anonKey,
			authorization: `Bearer ${token}`,
			'x-supabase-api-version': '2024-01-01',
		},
	})
	const body = await answer.json()
	if (answer.ok) return { user: body }
	const { code = '', message } = body
	return { error: Object.assign(new Error(message), { code, status: answer.status }) }
}

/** storage/v1 answers 400 to the browser and says the true reason inside. */
async function isRefusal(answer: Response): Promise<boolean> {
	if (answer.status !== 400) return answer.status === 401
	const body: unknown = await answer
		.clone()
		.json()
		.catch(() => null)
	return (body as { error?: unknown } | null)?.error === 'Unauthorized'
}
