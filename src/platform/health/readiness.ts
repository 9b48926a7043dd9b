import type { Deps } from '#platform/deps.ts'
import { withTimeout } from '#platform/with-timeout.ts'
import { probeQuery, spillQuery } from './queries.ts'

/** Milliseconds for which an outcome is cached: anybody may ask, and each check writes to the disk. */
const cacheMilliseconds = 1000

/** Whether the database and the file store accept writes. */
export type Readiness = { database: boolean; files: boolean }

/**
 * Checks that the database and the file store accept writes, at most once a second.
 * @param timeout time limit of each check, in milliseconds
 */
export function createReadinessCheck(
	{ db, files, log }: Pick<Deps, 'db' | 'files' | 'log'>,
	timeout: number,
): () => Promise<Readiness> {
	const database = throttled(() =>
		db.as(
			{ role: 'service_role' },
			async (tx) => {
				await Promise.all([tx.query(spillQuery()), tx.final(probeQuery())])
			},
			// With so little memory the spilling query needs the disk.
			{ statementTimeout: 2000, settings: { work_mem: '64kB' } },
		),
	)
	const store = throttled(() => files.requireWritable())
	// A probe needs its answer at once; the connection itself is given up later, by the stall watchdog.
	const lateError = () => new Error('no answer in time')

	return async () => {
		const outcomes = await Promise.allSettled([
			withTimeout(timeout, database(), lateError),
			withTimeout(timeout, store(), lateError),
		])
		for (const outcome of outcomes) if (outcome.status === 'rejected') log.warn({ err: outcome.reason }, 'not ready')
		const [isWritten, isStored] = outcomes.map(({ status }) => status === 'fulfilled')
		return { database: isWritten === true, files: isStored === true }
	}
}

/** Shares one run of `work` and caches its outcome for a while. */
function throttled(work: () => Promise<void>): () => Promise<void> {
	let last: { outcome: Promise<void>; until: number } | undefined
	return () => {
		if (last && performance.now() < last.until) return last.outcome
		const run = { outcome: work(), until: Number.POSITIVE_INFINITY }
		const settle = () => {
			run.until = performance.now() + cacheMilliseconds
		}
		run.outcome.then(settle, settle)
		last = run
		return run.outcome
	}
}
