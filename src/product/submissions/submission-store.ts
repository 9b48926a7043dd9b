import type { Db } from '#platform/pg/db.ts'
import { wasRefused } from '#platform/pg/pg-errors.ts'
import type { Query } from '#platform/pg/sql.ts'
import { type SubmissionRow, type SubmitOutcome, submitTestimonials } from './queries.ts'

/**
 * Stores one submission. Resolves after the commit; rejects as its own transaction would.
 * @param address budget that the submission spends
 * @param space that of its form
 */
export type StoreSubmission = (row: SubmissionRow, address?: Buffer, space?: string) => Promise<SubmitOutcome>

type QueuedSubmission = {
	space: string | undefined
	row: SubmissionRow
	address: Buffer
	resolve(outcome: SubmitOutcome): void
	reject(error: unknown): void
}

const anon = { role: 'anon' } as const
const maxConcurrentBatches = 2
const maxBatchSize = 32
const noAddress = Buffer.of()
const formGone: SubmitOutcome = { outcome: 'form_not_found', id: null }

/** True when the space or the form was deleted while the submission was being stored. */
function isFormGone(error: unknown): boolean {
	const { code, constraint = '' } = (error ?? {}) as { code?: string; constraint?: string }
	return code === '23503' && /_(space|form)_id_fkey$/.test(constraint)
}

/**
 * Batches concurrent submissions into one statement, which is two thirds of their cost. A single submission is never delayed. When
 * a batch fails, each of its submissions is tried alone.
 * @param toQuery the statement that stores rows, and answers with the place of each
 */
export function createSubmissionStore(
	db: Db,
	toQuery: (rows: readonly SubmissionRow[]) => Query = submitTestimonials,
): StoreSubmission {
	const queue: QueuedSubmission[] = []
	let running = 0

	/** Takes the next submissions. A transaction is about one shard, so that a router gets those of one space. */
	const takeBatch = (): QueuedSubmission[] => {
		const space = queue[0]?.space
		const end = db.isSharded ? queue.findIndex((one) => one.space !== space) : -1
		return queue.splice(0, end < 0 ? maxBatchSize : Math.min(end, maxBatchSize))
	}

	const startBatches = () => {
		while (running < maxConcurrentBatches && queue.length > 0) {
			running++
			// Budget rows stay locked until the commit. Sorting them prevents deadlocks between batches.
			const batch = takeBatch().sort((a, b) => a.address.compare(b.address))
			void storeBatch(batch).finally(() => {
				running--
				startBatches()
			})
		}
	}

	const storeBatch = async (batch: QueuedSubmission[]): Promise<void> => {
		try {
			const query = toQuery(batch.map(({ row }) => row))
			const outcomes = await db.as(anon, (tx) => tx.final<SubmitOutcome & { place: number }>(query), {
				repeatable: true,
				shardKey: batch[0]?.space,
			})
			const byPlace = new Map(outcomes.map(({ place, ...outcome }) => [place, outcome]))
			for (const [place, one] of batch.entries()) {
				const outcome = byPlace.get(place)
				if (outcome) one.resolve(outcome)
				else one.reject(new Error('submit_testimonials answered nothing'))
			}
		} catch (error) {
			// When the answer to the commit was lost, a retry would find its own row and take it for another's.
			if (batch.length > 1 && wasRefused(error)) for (const one of batch) await storeBatch([one])
			else for (const one of batch) isFormGone(error) ? one.resolve(formGone) : one.reject(error)
		}
	}

	return (row, address = noAddress, space) =>
		new Promise((resolve, reject) => {
			queue.push({ row, address, space, resolve, reject })
			startBatches()
		})
}
