import { AuthError } from '#server/auth/errors.ts'
import type { Db } from '#server/pg/db.ts'

const usualPatience = 5000

/**
 * A door to the same database through which so many transactions write at a time; the others wait outside, without a connection, in
 * the order in which they came. For when hooks speak inside transactions: whatever a hook does, the other connections serve everybody.
 * @param most how many; reading is not counted
 * @param patience milliseconds that somebody waits
 * @throws AuthError 503 server_busy from `as` when nobody let go meanwhile
 */
export function takeTurns(db: Db, most: number, patience = usualPatience): Db {
	let running = 0
	const waiting = new Set<() => void>()

	const enter = (): Promise<void> => {
		if (running < most) {
			running++
			return Promise.resolve()
		}
		return new Promise((resolve, reject) => {
			const timer = setTimeout(() => {
				waiting.delete(begin)
				reject(tooMany())
			}, patience)
			const begin = () => {
				clearTimeout(timer)
				resolve()
			}
			waiting.add(begin)
		})
	}
	// Whoever leaves hands their place over, so that nobody slips in between.
	const leave = (): void => {
		const [next] = waiting
		if (!next) {
			running--
			return
		}
		waiting.delete(next)
		next()
	}

	return {
		...db,
		async as(claims, work, options) {
			if (options?.readOnly) return db.as(claims, work, options)
			await enter()
			try {
				return await db.as(claims, work, options)
			} finally {
				leave()
			}
		},
	}
}

function tooMany(): AuthError {
	return new AuthError(503, 'server_busy', 'Too many requests wait for a hook, please retry.', {
		headers: { 'retry-after': '1' },
	})
}
