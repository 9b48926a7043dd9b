import { AppError } from '#platform/http/response/app-error.ts'
import { LruCache } from '#platform/lru-cache.ts'
import type { Db } from '#platform/pg/db.ts'
import { readQuery, service } from '#product/run-query.ts'
import { countWaiting } from './queries.ts'

/** Requests of one space in a minute, on each node. A burst of ten thousand events, each sent twice, passes. */
const mostPerMinute = 30_000
/** Waiting events of one space. */
const mostWaiting = 200_000
const maxSpaces = 10_000
const minute = 60_000

type Counted = { minute: number; requests: number; isFull: Promise<boolean> }

/**
 * Limits the events that a space sends. The waiting ones are counted once in a minute: a count for each event would cost more than storing it.
 * @returns a function that throws 429 rate_limited, or 403 limit_reached
 */
export function createEventRate(db: Db, isOn: boolean, now: () => number = Date.now): (space: string) => Promise<void> {
	const spaces = new LruCache<string, Counted>(maxSpaces)

	async function isFull(space: string): Promise<boolean> {
		const [row] = await readQuery<{ waiting: number }>(db, service, countWaiting(space, mostWaiting), space)
		return (row?.waiting ?? 0) >= mostWaiting
	}

	return async (space) => {
		if (!isOn) return
		const present = Math.floor(now() / minute)
		let counted = spaces.get(space)
		if (counted?.minute !== present) {
			counted = { minute: present, requests: 0, isFull: isFull(space) }
			spaces.set(space, counted)
		}
		if (++counted.requests > mostPerMinute)
			throw new AppError(429, 'rate_limited', 'This space sends too many events. Please wait a minute.', {
				headers: { 'retry-after': String(Math.max(1, Math.ceil(((present + 1) * minute - now()) / 1000))) },
			})
		if (await counted.isFull)
			throw new AppError(
				403,
				'limit_reached',
				`A space has at most ${mostWaiting} waiting events. Ask these customers, or wait.`,
			)
	}
}
