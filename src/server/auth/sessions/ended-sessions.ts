import type { Logger } from 'pino'
import { authService } from '#server/auth/bearer/service-role.ts'
import type { Db } from '#server/pg/db.ts'
import {
	type BanRow,
	bansWithin,
	type EndedSessionRow,
	endedWithin,
} from './ended-session-queries.ts'
import { createRecent } from './recent.ts'

/** Whose access tokens are refused although they have not expired (decision 0019). */
export type EndedSessions = {
	/** Whether the session of verified claims has ended, or its user is banned. */
	has(claims: { session_id?: unknown; sub?: unknown }): boolean
	/** Calls back soon after a session ended or somebody was banned, once for many. */
	onEnd(look: () => void): void
	/** Reads what ended before, and hears from here on what ends on any node. Tokens are trusted after this. */
	follow(): Promise<void>
	close(): void
}

/** Seconds: no setting lets an access token live longer. */
export const longestToken = 604_800
/** Of each kind; some 20 MB. Beyond it the oldest are forgotten, whose tokens are the first to expire. */
const mostRemembered = 200_000
/** Milliseconds. A safety net: notices come at once, and a connection that was lost is read after. */
const lookEvery = 5_000
/** Seconds by which a commit may be seen later than what it says of its time. */
const overlap = 60

/** Remembers on this node what every request must know: no query is asked for it. */
export function createEndedSessions(db: Db, log: Logger): EndedSessions {
	const looks: (() => void)[] = []
	let willLook = false
	const lookSoon = () => {
		if (willLook) return
		willLook = true
		setImmediate(() => {
			willLook = false
			for (const look of looks) look()
		})
	}
	const ended = createRecent<true>(mostRemembered, longestToken * 1000, lookSoon)
	/** Until when users are banned, in unix milliseconds; 0 when that was lifted. */
	const bans = createRecent<number>(mostRemembered, longestToken * 1000, lookSoon)
	let readAt = Number.NEGATIVE_INFINITY
	let timer: NodeJS.Timeout | undefined

	/** Reads what this node may not have heard of. */
	async function catchUp(): Promise<void> {
		const startedAt = performance.now()
		const seconds = Math.min(longestToken, (startedAt - readAt) / 1000 + overlap)
		const [sessions, banned] = await db.as(
			authService,
			(tx) =>
				Promise.all([
					tx.query<EndedSessionRow>(endedWithin(seconds, mostRemembered)),
					tx.query<BanRow>(bansWithin(seconds, mostRemembered)),
				]),
			{ readOnly: true },
		)
		for (const { session_id, ended_at } of sessions) ended.note(session_id, true, ended_at)
		for (const { user_id, until, changed_at } of banned) bans.note(user_id, until, changed_at)
		readAt = startedAt
	}
	const tryToCatchUp = () =>
		void catchUp().catch((error) => log.warn({ err: error }, 'ended sessions cannot be read'))

	return {
		has: ({ session_id: session, sub: user }) =>
			ended.get(session) === true || (bans.get(user) ?? 0) > Date.now(),
		onEnd: (look) => looks.push(look),
		async follow() {
			await db.listen('auth_ended_sessions', (id) => ended.note(id, true, Date.now()), tryToCatchUp)
			await db.listen('auth_bans', (notice) => {
				const [user = '', until, at] = notice.split(' ')
				bans.note(user, Number(until), Number(at))
			})
			await catchUp()
			timer = setInterval(tryToCatchUp, lookEvery).unref()
		},
		close: () => clearInterval(timer),
	}
}
