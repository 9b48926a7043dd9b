import { wasRefused } from './pg-errors.ts'

/** Statements that store the items of several calls at once. */
export type Batches<Item, Outcome> = {
	/** Stores a batch in one transaction, and answers in the order of its items. It rejects as that transaction did. */
	store(items: readonly Item[]): Promise<readonly (Outcome | undefined)[]>
	maxBatchSize: number
	maxConcurrentBatches: number
	/** Items of one batch have the same group; without it, any are stored together. */
	groupOf?: ((item: Item) => unknown) | undefined
	/** The order in which a batch takes its locks. It prevents deadlocks between batches. */
	compare(a: Item, b: Item): number
}

type Call<Item, Outcome> = { item: Item; resolve(outcome: Outcome): void; reject(error: unknown): void }

/**
 * Batches concurrent calls into one statement, which is most of their cost. A single call is never delayed. When a batch fails, each of
 * its items is tried alone.
 * @returns a function that resolves after the commit, and rejects as the item's own transaction would
 */
export function batchCalls<Item, Outcome>(batches: Batches<Item, Outcome>): (item: Item) => Promise<Outcome> {
	const { maxBatchSize, maxConcurrentBatches, groupOf = () => undefined } = batches
	const queue: Call<Item, Outcome>[] = []
	let running = 0

	const takeBatch = (): Call<Item, Outcome>[] => {
		const [first] = queue
		const group = first && groupOf(first.item)
		const end = queue.findIndex(({ item }) => groupOf(item) !== group)
		return queue
			.splice(0, end < 0 ? maxBatchSize : Math.min(end, maxBatchSize))
			.sort((a, b) => batches.compare(a.item, b.item))
	}

	const startBatches = () => {
		while (running < maxConcurrentBatches && queue.length > 0) {
			running++
			void storeBatch(takeBatch()).finally(() => {
				running--
				startBatches()
			})
		}
	}

	const storeBatch = async (batch: Call<Item, Outcome>[]): Promise<void> => {
		try {
			const outcomes = await batches.store(batch.map(({ item }) => item))
			for (const [place, call] of batch.entries()) {
				const outcome = outcomes[place]
				if (outcome === undefined) call.reject(new Error('a statement gave no answer for one of its items'))
				else call.resolve(outcome)
			}
		} catch (error) {
			// When the answer to the commit was lost, a retry would find its own row and take it for another's.
			if (batch.length > 1 && wasRefused(error)) for (const call of batch) await storeBatch([call])
			else for (const call of batch) call.reject(error)
		}
	}

	return (item) =>
		new Promise((resolve, reject) => {
			queue.push({ item, resolve, reject })
			startBatches()
		})
}
