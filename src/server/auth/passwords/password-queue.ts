import { AuthError } from '#server/auth/errors.ts'

/** Who is known goes before who is not: a flood of strangers keeps nobody out who was here before. */
export type Lane = 'familiar' | 'stranger'

/** Lets a few pieces of work run at once and a bounded number wait behind them, each lane in the order of its coming. */
export type WorkQueue = <T>(lane: Lane, work: () => Promise<T>) => Promise<T>

/**
 * Makes a queue: `running` at once, and in each lane `waiting` behind them.
 * @throws AuthError 503 server_busy from the queue when the lane is full: memory stays bounded whatever comes
 */
export function createWorkQueue(running: number, waiting: number): WorkQueue {
	const lanes: Record<Lane, (() => void)[]> = { familiar: [], stranger: [] }
	let active = 0
	return async (lane, work) => {
		if (active < running) active++
		else if (lanes[lane].length >= waiting) throw busy()
		else await new Promise<void>((resolve) => lanes[lane].push(resolve))
		try {
			return await work()
		} finally {
			const next = lanes.familiar.shift() ?? lanes.stranger.shift()
			// The place is handed on, never freed and taken again, so no newcomer overtakes.
			if (next) next()
			else active--
		}
	}
}

function busy(): AuthError {
	const message = 'Too many sign-ins at this moment. Please try again.'
	return new AuthError(503, 'server_busy', message, { headers: { 'Retry-After': '1' } })
}
