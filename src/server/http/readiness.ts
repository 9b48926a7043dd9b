import type { Deps } from '#server/deps.ts'
import { probeQuery, spillQuery } from './queries.ts'

/** Milliseconds for which an outcome is given to all who ask: anybody may ask, and each look writes to the disk. */
const remembered = 1000

/** What a server needs in order to take anything in, and whether it can be written. */
export type Readiness = { database: boolean; files: boolean }

/**
 * Looks whether the database and the file store can be written, at most once a second however many ask.
 * @param patience milliseconds that each of them has
 */
export function createReadiness(
	{ db, files, log }: Pick<Deps, 'db' | 'files' | 'log'>,
	patience: number,
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

	return async () => {
		const outcomes = await Promise.allSettled([
			within(patience, database()),
			within(patience, store()),
		])
		for (const outcome of outcomes)
			if (outcome.status === 'rejected') log.warn({ err: outcome.reason }, 'not ready')
		const [isWritten, isStored] = outcomes.map(({ status }) => status === 'fulfilled')
		return { database: isWritten === true, files: isStored === true }
	}
}

/** Shares one run of `work`, and for a while its outcome. */
function throttled(work: () => Promise<void>): () => Promise<void> {
	let last: { outcome: Promise<void>; until: number } | undefined
	return () => {
		if (last && performance.now() < last.until) return last.outcome
		const run = { outcome: work(), until: Number.POSITIVE_INFINITY }
		const settle = () => {
			run.until = performance.now() + remembered
		}
		run.outcome.then(settle, settle)
		last = run
		return run.outcome
	}
}

/** A probe needs its answer now; connections that stay silent are given up elsewhere, and later. */
async function within(milliseconds: number, work: Promise<void>): Promise<void> {
	const late = Promise.withResolvers<never>()
	const timer = setTimeout(() => late.reject(new Error('no answer in time')), milliseconds)
	await Promise.race([work, late.promise]).finally(() => clearTimeout(timer))
}
