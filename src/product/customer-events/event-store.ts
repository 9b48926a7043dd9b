import { LruCache } from '#platform/lru-cache.ts'
import { batchCalls } from '#platform/pg/batch-calls.ts'
import type { Claims, Db } from '#platform/pg/db.ts'
import type { KeyClaims } from '#product/api-keys/require-scope.ts'
import type { CustomerEvent } from './parse-event.ts'
import { type TakenEvent, takeCustomerEvents } from './queries.ts'

/** Stores one event of a key. Resolves after the commit; rejects as its own transaction would. */
export type StoreEvent = (claims: Claims, key: KeyClaims, event: CustomerEvent) => Promise<TakenEvent>

type QueuedEvent = { claims: Claims; event: CustomerEvent }

const maxKeys = 10_000

/**
 * Batches the concurrent events of a key. In transactions of their own, each would lock the rows of the space and of the key beside the
 * others, and PostgreSQL writes every such combination to its log.
 */
export function createEventStore(db: Db): StoreEvent {
	const stores = new LruCache<string, (queued: QueuedEvent) => Promise<TakenEvent>>(maxKeys)

	const openStore = (space: string) =>
		batchCalls<QueuedEvent, TakenEvent>({
			maxBatchSize: 32,
			maxConcurrentBatches: 2,
			// A reference stays locked until the commit.
			compare: ({ event: a }, { event: b }) => (a.reference < b.reference ? -1 : Number(a.reference > b.reference)),
			async store(batch) {
				const [first] = batch
				if (!first) return []
				const query = takeCustomerEvents(
					space,
					batch.map(({ event }) => event),
				)
				// The database reads the row of the key, so that it does not matter when the claims were made.
				const rows = await db.as(first.claims, (tx) => tx.final<{ taken: TakenEvent }>(query), {
					repeatable: true,
					shardKey: space,
				})
				return rows.map(({ taken }) => taken)
			},
		})

	return (claims, { id, space }, event) => {
		const store = stores.get(id) ?? openStore(space)
		stores.set(id, store)
		return store({ claims, event })
	}
}
