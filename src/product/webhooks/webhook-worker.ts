import { setTimeout as pause } from 'node:timers/promises'
import type { Deps } from '#platform/deps.ts'
import { type BatchWorker, createBatchWorker } from '#platform/jobs/batch-worker.ts'
import { isOutage } from '#platform/pg/pg-errors.ts'
import { readQuery, runQuery, service } from '#product/run-query.ts'
import { createTurns } from './delivery-turns.ts'
import { type ClaimedWebhook, claimWebhooks, hasWebhooksDue, queueWebhookEvents } from './queries.ts'
import { leaseSeconds, serveWebhook } from './serve-webhook.ts'

const eventBatch = 1000
/** Events of a run while the node is busy: more would only wait as deliveries. */
const busyBatch = 50
/** Webhooks that one node works on at once: slow ones leave places to others. */
const maxServed = 32
/** A call that a stop cuts off is sent again by the next node. */
const closeMilliseconds = 5000

/** A worker that also follows what the database tells this node. */
export type WebhookWorker = Omit<BatchWorker, 'start'> & { start(): Promise<void> }

/** Makes deliveries of events, and sends them: one node at a time for each webhook. */
export function createWebhookWorker(deps: Pick<Deps, 'config' | 'db' | 'log' | 'mail' | 'metrics'>): WebhookWorker {
	const { db, log } = deps
	const served = new Set<Promise<void>>()
	let isClosing = false
	const { turn, isBusy } = createTurns()
	const context = { ...deps, isClosing: () => isClosing, turn }

	const warn = (error: unknown) => {
		// An outage of the database has lines of its own.
		if (!isOutage(error)) log.warn({ err: error }, 'webhooks cannot be served')
	}

	const events = createBatchWorker({
		async takeBatch() {
			const [row] = await runQuery<{ taken: number }>(
				db,
				service,
				queueWebhookEvents(isBusy() ? busyBatch : eventBatch),
			)
			const taken = row?.taken ?? 0
			if (taken < eventBatch) await serveDue()
			return taken
		},
		batchSize: eventBatch,
		pollMilliseconds: 2000,
		async isDue() {
			const [row] = await readQuery<{ due: boolean }>(db, service, hasWebhooksDue())
			return row?.due ?? false
		},
		pauses: { debounce: 50, rest: 1000, many: 5 },
		onError: warn,
	})

	async function serveDue(): Promise<void> {
		const free = maxServed - served.size
		if (free === 0 || isClosing) return
		const claimed = await runQuery<ClaimedWebhook>(db, service, claimWebhooks(free, leaseSeconds))
		for (const webhook of claimed) {
			const work: Promise<void> = serveWebhook(context, webhook)
				.catch(warn)
				.finally(() => {
					served.delete(work)
					events.wake()
				})
			served.add(work)
		}
	}

	async function idle(): Promise<void> {
		await events.idle()
		if (served.size === 0 || isClosing) return
		await Promise.all(served)
		await idle()
	}

	return {
		wake: events.wake,
		idle,
		async start() {
			// The triggers tell only the node that wrote, which costs no NOTIFY; other nodes look at intervals.
			await db.listen('plaudit_webhooks', events.wake, events.wake)
			events.start()
		},
		async close() {
			isClosing = true
			await events.close()
			await Promise.race([Promise.all(served), pause(closeMilliseconds, undefined, { ref: false })])
		},
	}
}
