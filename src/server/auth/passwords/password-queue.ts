import { AuthError } from '#server/auth/errors.ts'

/** Lets a few pieces of work run at once and a bounded number wait behind them, in the order of their coming. */
export type WorkQueue = <T>(work: () => Promise<T>) => Promise<T>

/**
 * Makes a queue: `running` at once, `waiting` behind them.
 * @throws AuthError 503 server_busy from the queue when it is full: memory stays bounded whatever comes
 */
export function createWorkQueue(running: number, waiting: number): WorkQueue {
	const queue: (() => void)[] = []
	let active = 0
	return async (work) => {
		if (active < running) active++
		else if (queue.length >= waiting) throw busy()
		else await new Promise<void>((resolve) => queue.push(resolve))
		try {
			return await work()
		} finally {
			const next = queue.shift()
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
