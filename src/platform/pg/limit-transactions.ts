import { Semaphore } from '#platform/semaphore.ts'
import type { TransactionOptions } from './begin-transaction.ts'
import type { Claims, Db } from './db.ts'

/** Longest wait for a permit, in milliseconds. */
const acquireTimeout = 10_000

/** Runs the transactions that `isLimited` selects under a semaphore; they wait without a connection. */
export function limitTransactions(
	db: Db,
	semaphore: Semaphore,
	isLimited: (claims: Claims, options?: TransactionOptions) => boolean,
): Db {
	return {
		...db,
		as(claims, work, options) {
			const run = () => db.as(claims, work, options)
			return isLimited(claims, options) ? semaphore.run(run) : run()
		},
	}
}

/**
 * Limits the connections of anonymous requests. Each of their statements may run for seconds, so without a limit they
 * could occupy the whole pool.
 */
export function limitAnonymousConcurrency(db: Db, permits: number): Db {
	const semaphore = new Semaphore(permits, {
		timeout: acquireTimeout,
		// The pool's own error text, which every wire recognises as an outage.
		refuse: () => new Error('timeout exceeded when trying to connect'),
	})
	return limitTransactions(db, semaphore, ({ role }) => role === 'anon')
}
