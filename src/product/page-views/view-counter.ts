import type { Deps } from '#platform/deps.ts'
import { createBatchedWrites } from '#platform/pg/batched-writes.ts'
import { type CountedView, countViews } from './queries.ts'

export type ViewCounter = ReturnType<typeof createViewCounter>

/** Counts page views; a crash loses those of the last seconds. Called once per process. */
export function createViewCounter(deps: Pick<Deps, 'db' | 'log'>) {
	const { put, flush } = createBatchedWrites<CountedView>(deps, countViews, 'page views not counted')
	return {
		count(path: string, referrer_host: string): void {
			put(`${path} ${referrer_host}`, (known) => ({ path, referrer_host, views: (known?.views ?? 0) + 1 }))
		},
		/** Writes the pending views. Never rejects: a failure is logged, and its views are lost. */
		flush,
	}
}
