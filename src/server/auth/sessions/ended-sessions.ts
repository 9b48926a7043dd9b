import type { Logger } from 'pino'
import { authService } from '#server/auth/bearer/service-role.ts'
import type { Db } from '#server/pg/db.ts'
import { type EndedSessionRow, endedWithin } from './ended-session-queries.ts'

/** Which sessions were ended while access tokens of them may still be about (decision 0019). */
export type EndedSessions = {
	/** Whether a token may not be taken for its session's sake. @param session its `session_id`, whatever that is */
	has(session: unknown): boolean
	/** Calls back soon after sessions ended, once for many. */
	onEnd(look: () => void): void
	/** Reads what ended before, and hears from here on what ends on any node. Tokens are trusted after this. */
	follow(): Promise<void>
	close(): void
}

/** Seconds: no setting lets an access token live longer. */
export const longestToken = 604_800
/** Some 20 MB. Beyond it the oldest are forgotten, whose tokens are the first to expire. */
const mostRemembered = 200_000
/** Milliseconds. A safety net: notices come at once, and a connection that was lost is read after. */
const lookEvery = 5_000
/** Seconds by which a commit may be seen later than what it says of its time. */
const overlap = 60

/** Remembers on this node what every request must know: no query is asked for it. */
export function createEndedSessions(db: Db, log: Logger): EndedSessions {
	/** Sessions and when they ended, in unix milliseconds; the oldest first. */
	const ended = new Map<string, number>()
	const looks: (() => void)[] = []
	let willLook = false
	let readAt = Number.NEGATIVE_INFINITY
	let timer: NodeJS.Timeout | undefined

	function note(session: string, at: number): void {
		if (ended.has(session)) return
		ended.set(session, at)
		for (const [oldest, time] of ended) {
			const isOver = time < Date.now() - longestToken * 1000
			if (!isOver && ended.size <= mostRemembered) break
			ended.delete(oldest)
		}
		if (willLook) return
		willLook = true
		setImmediate(() => {
			willLook = false
			for (const look of looks) look()
		})
	}

	/** Reads what this node may not have heard of. */
	async function catchUp(): Promise<void> {
		const startedAt = performance.now()
		const seconds = Math.min(longestToken, (startedAt - readAt) / 1000 + overlap)
		const reading = endedWithin(seconds, mostRemembered)
		const rows = await db.as(authService, (tx) => tx.final<EndedSessionRow>(reading), {
			readOnly: true,
		})
		for (const row of rows) note(row.session_id, row.ended_at)
		readAt = startedAt
	}
	const tryToCatchUp = () =>
		void catchUp().catch((error) => log.warn({ err: error }, 'ended sessions cannot be read'))

	return {
		has: (session) => typeof session === 'string' && ended.has(session),
		onEnd: (look) => looks.push(look),
		async follow() {
			const hear = (session: string) => note(session, Date.now())
			await db.listen('auth_ended_sessions', hear, tryToCatchUp)
			await catchUp()
			timer = setInterval(tryToCatchUp, lookEvery).unref()
		},
		close: () => clearInterval(timer),
	}
}
