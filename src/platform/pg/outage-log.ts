import type { Logger } from 'pino'
import { markReported } from '#platform/log.ts'
import { isOutage, isServerError } from './pg-errors.ts'

/** Milliseconds without a failure after which an answer ends an outage, and a lost connection is logged again: an overloaded database alternates. */
const quietMilliseconds = 1000

/** Told of each transaction and lost connection; logs when the database goes away and when it answers again, one line each. */
export type OutageLog = {
	/** A transaction succeeded. */
	answered(): void
	/** A transaction failed. An outage is marked as reported, so that no request logs it again. */
	failed(error: unknown): void
	/** A connection ended outside of a transaction. */
	lost(error: Error): void
}

export function createOutageLog(log: Pick<Logger, 'warn' | 'info'>): OutageLog {
	let outage: { since: number; last: number; failures: number } | undefined
	let lastLoss = -Infinity

	function answered(): void {
		if (!outage || performance.now() - outage.last < quietMilliseconds) return
		const { since, last, failures } = outage
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
			outage = { since: outage?.since ?? now, last: now, failures: (outage?.failures ?? 0) + 1 }
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
