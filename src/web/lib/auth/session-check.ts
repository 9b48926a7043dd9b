import type { SupabaseClient, User } from '@supabase/supabase-js'
import { config } from '#web/lib/client/config.ts'
import { getSessionId } from './assurance-level.ts'

type AuthClient = Pick<SupabaseClient, 'auth'>

/** Error codes of auth/v1 for an ended session. */
const endedSessionCodes = ['session_not_found', 'session_expired', 'user_not_found', 'user_banned']

let pendingCheck: Promise<void> | undefined
const listeners = new Set<(error: Error) => void>()

/**
 * Calls back when this browser's session turns out to have ended elsewhere.
 * @returns the unsubscribe function
 */
export function onSessionEnd(ended: (error: Error) => void): () => void {
	listeners.add(ended)
	return () => void listeners.delete(ended)
}

/** `fetch` that detects when a service rejects this session's unexpired token. */
export function detectUnauthorized(send: typeof fetch, refused: () => void): typeof fetch {
	return async (input, init) => {
		const answer = await send(input, init)
		const { pathname } = new URL(answer.url || window.location.href)
		if (!pathname.startsWith('/auth/v1/') && (await isUnauthorized(answer))) refused()
		return answer
	}
}

/**
 * True when the session is still valid; concurrent callers share one request. An ended one is removed, which leads to
 * /auth.
 */
export function checkSession(client: AuthClient): Promise<void> {
	pendingCheck ??= fetchAccount(client)
		.then(
			() => {},
			() => {},
		)
		.finally(() => {
			pendingCheck = undefined
		})
	return pendingCheck
}

/**
 * The account from the server; undefined without a session. Throws the error of auth/v1, and removes an ended
 * session. The client's `getUser()` would remove the session present when the response arrives, even one begun
 * meanwhile in another tab.
 */
export async function fetchAccount({ auth }: AuthClient): Promise<User | undefined> {
	const { session } = (await auth.getSession()).data
	if (!session) return undefined
	const answer = await requestUser(session.access_token)
	if ('user' in answer) return answer.user
	const now = (await auth.getSession()).data.session
	const isOver = endedSessionCodes.includes(answer.error.code)
	if (isOver && now && getSessionId(now) === getSessionId(session)) {
		for (const ended of listeners) ended(answer.error)
		await auth.signOut({ scope: 'local' })
	}
	throw answer.error
}

type AuthError = Error & { code: string; status: number }

async function requestUser(token: string): Promise<{ user: User } | { error: AuthError }> {
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

/** storage/v1 answers 400 to the browser, with the real status in the body. */
async function isUnauthorized(answer: Response): Promise<boolean> {
	if (answer.status !== 400) return answer.status === 401
	const body: unknown = await answer
		.clone()
		.json()
		.catch(() => null)
	return (body as { error?: unknown } | null)?.error === 'Unauthorized'
}
