import type { Logger } from 'pino'
import { authServiceRole } from '#platform/auth/service-role.ts'
import type { EndedSessions } from '#platform/keys/keys.ts'
import { LruCache } from '#platform/lru-cache.ts'
import type { Db } from '#platform/pg/db.ts'
import { type BanRow, type EndedSessionRow, selectBans, selectEndedSessions } from './ended-session-queries.ts'

/** The longest lifetime in seconds that a setting allows an access token. */
export const maxTokenSeconds = 604_800
/** Entries of each kind, about 20 MB. Above it the oldest are dropped, whose tokens expire first. */
const maxEntries = 200_000
/** Milliseconds between polls. Notifications arrive at once; polling covers lost ones. */
const pollMilliseconds = 5_000
/** Seconds by which a commit may become visible after its timestamp. */
const overlap = 60

/** Keeps ended sessions and bans in memory on each node, so that requests need no query. */
export function createEndedSessions(db: Db, log: Logger): EndedSessions {
	const listeners: (() => void)[] = []
	let isScheduled = false
	const notifySoon = () => {
		if (isScheduled) return
		isScheduled = true
		setImmediate(() => {
			isScheduled = false
			for (const callback of listeners) callback()
		})
	}
	const ended = createRecentValues<true>(notifySoon)
	/** Ends of bans in unix milliseconds; 0 for a lifted ban. */
	const bans = createRecentValues<number>(notifySoon)
	let readAt = Number.NEGATIVE_INFINITY
	let timer: NodeJS.Timeout | undefined

	/** Reads changes whose notification may be lost. */
	async function catchUp(): Promise<void> {
		const startedAt = performance.now()
		const seconds = Math.min(maxTokenSeconds, (startedAt - readAt) / 1000 + overlap)
		const [sessions, banned] = await db.as(
			authServiceRole,
			(tx) =>
				Promise.all([
					tx.query<EndedSessionRow>(selectEndedSessions(seconds, maxEntries)),
					tx.query<BanRow>(selectBans(seconds, maxEntries)),
				]),
			{ readOnly: true },
		)
		for (const { session_id, ended_at } of sessions) ended.set(session_id, true, ended_at)
		for (const { user_id, until, changed_at } of banned) bans.set(user_id, until, changed_at)
		readAt = startedAt
	}
	const tryToCatchUp = () => void catchUp().catch((error) => log.warn({ err: error }, 'ended sessions cannot be read'))

	return {
		has: ({ session_id: session, sub: user }) => ended.get(session) === true || (bans.get(user) ?? 0) > Date.now(),
		onChange: (callback) => listeners.push(callback),
		async follow() {
			await db.listen('auth_ended_sessions', (id) => ended.set(id, true, Date.now()), tryToCatchUp)
			await db.listen('auth_bans', (notice) => {
				const [user = '', until, at] = notice.split(' ')
				bans.set(user, Number(until), Number(at))
			})
			await catchUp()
			timer = setInterval(tryToCatchUp, pollMilliseconds).unref()
		},
		close: () => clearInterval(timer),
	}
}

/** The latest value of each recently changed id. @param onSet is called after each new value */
function createRecentValues<Value>(onSet: () => void) {
	const entries = new LruCache<string, { value: Value; at: number }>(maxEntries)
	return {
		/** @param id any claim of a token; only texts are known */
		get: (id: unknown) => (typeof id === 'string' ? entries.peek(id)?.value : undefined),
		/** Ignores a value older than the known one. @param at time of the change in unix milliseconds */
		set(id: string, value: Value, at: number): void {
			const known = entries.peek(id)
			if (known && (known.at > at || known.value === value)) return
			entries.set(id, { value, at })
			const oldestAt = Date.now() - maxTokenSeconds * 1000
			for (const key of entries.keys()) {
				if ((entries.peek(key)?.at ?? 0) >= oldestAt) break
				entries.delete(key)
			}
			onSet()
		},
	}
}
