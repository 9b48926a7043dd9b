import { AuthError } from '#platform/auth/errors.ts'
import type { Db } from '#platform/pg/db.ts'
import { limitTransactions } from '#platform/pg/limit-transactions.ts'
import { Semaphore } from '#platform/semaphore.ts'

const defaultTimeout = 5000

/**
 * Limits concurrent write transactions when hooks run inside them; the rest queue without a connection. A slow hook
 * then leaves the other connections free.
 * @param maxConcurrent write transactions; reads are not counted
 * @param timeout milliseconds in the queue
 * @throws AuthError 503 server_busy from `as` after the timeout
 */
export function limitWriteTransactions(db: Db, maxConcurrent: number, timeout = defaultTimeout): Db {
	const semaphore = new Semaphore(maxConcurrent, { timeout, refuse: tooMany })
	return limitTransactions(db, semaphore, (_, options) => !options?.readOnly)
}

function tooMany(): AuthError {
	return new AuthError(503, 'server_busy', 'Too many requests wait for a hook, please retry.', {
		headers: { 'retry-after': '1' },
	})
}
