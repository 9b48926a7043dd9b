import type { Db } from './db.ts'

/** Waiting longer than this is answered as an exhausted pool is. */
const patience = 10_000

type Turn = { begin(): void; timer: NodeJS.Timeout }

/**
 * The same door, where anonymous callers take no more than a share of the connections: each of their statements may run for
 * seconds, and a crowd of them must leave some for those who sign in, submit and decide.
 * @param most connections of theirs at a time
 */
export function withAnonymousShare(db: Db, most: number): Db {
	const line = new Set<Turn>()
	let running = 0

	const leave = () => {
		const [next] = line
		if (!next) {
			running--
			return
		}
		// The place is handed on, so that no newcomer overtakes.
		line.delete(next)
		clearTimeout(next.timer)
		next.begin()
	}
	const turn = () =>
		new Promise<void>((begin, refuse) => {
			const timer = setTimeout(() => {
				line.delete(mine)
				// As the pool words it, for every wire to know it by.
				refuse(new Error('timeout exceeded when trying to connect'))
			}, patience)
			const mine: Turn = { begin, timer }
			line.add(mine)
		})

	return {
		...db,
		as(claims, work, options) {
			if (claims.role !== 'anon') return db.as(claims, work, options)
			const run = () => db.as(claims, work, options).finally(leave)
			if (running >= most) return turn().then(run)
			running++
			return run()
		},
	}
}
