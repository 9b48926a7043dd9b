import type { Deps } from '#platform/deps.ts'
import { runQuery, service } from '#product/run-query.ts'
import { checkCounts, foldCounts, nextCountCheck } from './queries.ts'

const foldSeconds = 15
const checkSeconds = 600
/** Time of one run, in milliseconds: what is left waits for the next run. */
const checkBudget = 10_000
/** Statement timeout for the comparison of one space, in milliseconds. */
const checkTimeout = 600_000

/**
 * Registers the jobs that keep the counts of testimonials: one adds up what triggers noted, the other compares the counts of each space with
 * its rows, and counts spaces from before the counts.
 */
export function registerCountJobs(deps: Deps): void {
	const { db, countJobs } = deps
	countJobs.repeat('fold_counts', foldSeconds, async () => {
		await runQuery(db, service, foldCounts(), { repeatable: true })
	})
	countJobs.repeat('check_counts', checkSeconds, (_, { signal }) => compareCounts(deps, signal))
}

/** Compares the counts of spaces with their rows, the longest unchecked first; mends and logs what differs. */
export async function compareCounts({ db, log }: Pick<Deps, 'db' | 'log'>, signal: AbortSignal): Promise<void> {
	const end = performance.now() + checkBudget
	while (performance.now() < end) {
		const [next] = await runQuery<{ space: string | null }>(db, service, nextCountCheck(checkSeconds))
		const space = next?.space
		if (!space) return
		const [row] = await runQuery<{ wrong: number }>(db, service, checkCounts(space), {
			statementTimeout: checkTimeout,
			repeatable: true,
			shardKey: space,
		})
		if (row && row.wrong > 0)
			log.error({ space, wrong: row.wrong }, 'counts of a space differed from its testimonials and were mended')
		signal.throwIfAborted()
	}
}
