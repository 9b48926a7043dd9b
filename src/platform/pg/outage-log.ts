import type { Logger } from 'pino'
import { markReported } from '#platform/log.ts'
import { isOutage, isServerError, ReadOnlyServer } from './pg-errors.ts'

/** Milliseconds without a failure after which an answer ends an outage, and a lost connection is logged again: an overloaded database alternates. */
const quietMilliseconds = 1000

/** Told of each transaction and lost connection; logs when the database goes away and when it answers again, one line each. */
export type OutageLog = {
	/**
	 * A transaction succeeded.
	 * @param takesWrites asks the database whether it takes writes, as reads alone do not end an outage of writes
	 */
	answered(takesWrites?: () => Promise<boolean>): void
	/** A transaction failed. An outage is marked as reported, so that no request logs it again. */
	failed(error: unknown): void
	/** A connection ended outside of a transaction. */
	lost(error: Error): void
}

/** Times in milliseconds. */
type Outage = { since: number; last: number; failures: number; isReadOnly: boolean; askedAt: number }

export function createOutageLog(log: Pick<Logger, 'warn' | 'info'>): OutageLog {
	let outage: Outage | undefined
	let lastLoss = -Infinity

	function answered(takesWrites?: () => Promise<boolean>): void {
		const now = performance.now()
		if (!outage || now - outage.last < quietMilliseconds) return
		if (!outage.isReadOnly) {
			end(outage)
			return
		}
		if (!takesWrites || now - outage.askedAt < quietMilliseconds) return
		outage.askedAt = now
		const checkedOutage = outage
		void takesWrites().then(
			(isWritable) => {
				if (isWritable && outage === checkedOutage) end(checkedOutage)
			},
			() => {},
		)
	}

	function end({ since, last, failures }: Outage): void {
		outage = undefined
		log.info({ seconds: Math.round((last - since) / 100) / 10, failures }, 'the database answers again')
	}

	return {
		answered,
		failed(error) {
			if (!isOutage(error)) {
				// A refused statement is an answer, too.
				if (isServerError(error)) answered()
				return
			}
			const now = performance.now()
			if (!outage) log.warn({ err: error }, 'the database is away or busy: what needs it is answered 503 meanwhile')
			const isReadOnly = error instanceof ReadOnlyServer
			const { since = now, failures = 0, askedAt = now } = outage ?? {}
			outage = { since, last: now, failures: failures + 1, isReadOnly, askedAt }
			markReported(error)
		},
		lost(error) {
			const now = performance.now()
			// The connections of a pool end one by one, while others still answer.
			if (!outage && now - lastLoss > quietMilliseconds) log.warn({ err: error }, 'database connection lost')
			lastLoss = now
		},
	}
}
