import type { Deps } from '#platform/deps.ts'
import { type BatchWorker, createBatchWorker } from '#platform/jobs/batch-worker.ts'
import { isOutage } from '#platform/pg/pg-errors.ts'
import { runQuery, service } from '#product/run-query.ts'
import { indexQueued } from './queries.ts'

/** Testimonials of one transaction. */
const batchSize = 200

/** Makes new testimonials searchable; each is indexed by one node. */
export function createIndexWorker({ db, log }: Pick<Deps, 'db' | 'log'>): BatchWorker {
	/** It is tried every few seconds: only the beginning and the end of a failure are logged. */
	let isFailing = false
	return createBatchWorker({
		async takeBatch() {
			const query = indexQueued(batchSize)
			const [row] = await runQuery<{ taken: number }>(db, service, query, {
				repeatable: true,
			})
			return row?.taken ?? 0
		},
		batchSize,
		pollMilliseconds: 5000,
		pauses: { debounce: 100, rest: 3000, many: 20 },
		onSuccess() {
			if (isFailing) log.info('new testimonials are indexed for the search again')
			isFailing = false
		},
		onError(error) {
			// An outage of the database has lines of its own.
			if (isOutage(error)) return
			if (!isFailing) log.warn({ err: error }, 'new testimonials cannot be indexed for the search')
			isFailing = true
		},
	})
}
