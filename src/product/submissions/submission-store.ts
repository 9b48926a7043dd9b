import { batchCalls } from '#platform/pg/batch-calls.ts'
import type { Db } from '#platform/pg/db.ts'
import type { Query } from '#platform/pg/sql.ts'
import { type SubmissionRow, type SubmitOutcome, submitTestimonials } from './queries.ts'

/**
 * Stores one submission. Resolves after the commit; rejects as its own transaction would.
 * @param address budget that the submission spends
 * @param space that of its form
 */
export type StoreSubmission = (row: SubmissionRow, address?: Buffer, space?: string) => Promise<SubmitOutcome>

type QueuedSubmission = { space: string | undefined; row: SubmissionRow; address: Buffer }

const anon = { role: 'anon' } as const
const noAddress = Buffer.of()
const formGone: SubmitOutcome = { outcome: 'form_not_found', id: null }

/** True when the space or the form was deleted while the submission was being stored. */
function isFormGone(error: unknown): boolean {
	const { code, constraint = '' } = (error ?? {}) as { code?: string; constraint?: string }
	return code === '23503' && /_(space|form)_id_fkey$/.test(constraint)
}

/**
 * Batches concurrent submissions into one statement, which is two thirds of their cost.
 * @param toQuery the statement that stores rows, and answers with the place of each
 */
export function createSubmissionStore(
	db: Db,
	toQuery: (rows: readonly SubmissionRow[]) => Query = submitTestimonials,
): StoreSubmission {
	const store = batchCalls<QueuedSubmission, SubmitOutcome>({
		maxBatchSize: 32,
		maxConcurrentBatches: 2,
		// A transaction is about one shard, so that a router gets the submissions of one space.
		groupOf: db.isSharded ? ({ space }) => space : undefined,
		// Budget rows stay locked until the commit.
		compare: (a, b) => a.address.compare(b.address),
		async store(batch) {
			const query = toQuery(batch.map(({ row }) => row))
			const outcomes = await db.as(anon, (tx) => tx.final<SubmitOutcome & { place: number }>(query), {
				repeatable: true,
				shardKey: batch[0]?.space,
			})
			const byPlace = new Map(outcomes.map(({ place, ...outcome }) => [place, outcome]))
			return batch.map((_, place) => byPlace.get(place))
		},
	})
	return async (row, address = noAddress, space) => {
		try {
			return await store({ row, address, space })
		} catch (error) {
			if (isFormGone(error)) return formGone
			throw error
		}
	}
}
