import type { Deps } from '#platform/deps.ts'
import { isOutage } from '#platform/pg/pg-errors.ts'
import { indexQueued } from './queries.ts'

/** Makes new testimonials searchable. Any node may run it; each testimonial is indexed by one. */
export type IndexWorker = {
	/** Indexes soon. Call it after the commit of a submission; calls close together are one. */
	wake(): void
	start(): void
	/** Resolves when nothing waits in this process. */
	idle(): Promise<void>
	close(): Promise<void>
}

const service = { role: 'service_role' } as const
/** Pause before a run, so that a burst is one transaction; the longer one after a run that found a lot, as under load. */
const debounceMilliseconds = 100
const restMilliseconds = 3000
const manyWaiting = 20
/** Pause between two runs without a submission here: another node may have ended before its own run. */
const pollMilliseconds = 5000
/** Testimonials of one transaction. */
const batchSize = 200

export function createIndexWorker({ db, log }: Pick<Deps, 'db' | 'log'>): IndexWorker {
	let isOpen = false
	let isWanted = false
	let isBusy = false
	/** It is tried every few seconds: only the beginning and the end of a failure are logged. */
	let isFailing = false
	let running: Promise<void> | undefined
	let timer: NodeJS.Timeout | undefined
	let poll: NodeJS.Timeout | undefined

	function wake(): void {
		isWanted = true
		if (!isOpen || running || timer) return
		timer = setTimeout(run, isBusy ? restMilliseconds : debounceMilliseconds)
		timer.unref()
	}

	function run(): void {
		timer = undefined
		isWanted = false
		running = indexAll()
			.then(() => {
				if (isFailing) log.info('new testimonials are indexed for the search again')
				isFailing = false
			})
			.catch((error) => {
				// An outage of the database has lines of its own.
				if (isOutage(error)) return
				if (!isFailing) log.warn({ err: error }, 'new testimonials cannot be indexed for the search')
				isFailing = true
			})
			.finally(() => {
				running = undefined
				if (isWanted) wake()
			})
	}

	async function indexAll(): Promise<void> {
		let taken = batchSize
		let whole = 0
		while (isOpen && taken === batchSize) {
			const [row] = await db.as(service, (tx) => tx.final<{ taken: number }>(indexQueued(batchSize)), {
				repeatable: true,
			})
			taken = row?.taken ?? 0
			whole += taken
		}
		isBusy = whole >= manyWaiting
	}

	return {
		wake,
		start() {
			isOpen = true
			poll = setInterval(wake, pollMilliseconds)
			poll.unref()
			wake()
		},
		async idle() {
			while (isOpen && (isWanted || timer || running)) {
				await running
				await new Promise((resolve) => setTimeout(resolve, 10))
			}
		},
		async close() {
			isOpen = false
			clearTimeout(timer)
			clearInterval(poll)
			await running
		},
	}
}
