/** Processes queued rows in batches: soon after a call and at intervals, and on while batches are full. */
export type BatchWorker = {
	/** Asks for a run soon; calls close together are one. Call it after the commit that queues a row. */
	wake(): void
	start(): void
	/** Resolves when nothing waits in this process. */
	idle(): Promise<void>
	/** Waits for the batch in progress, and begins no other. */
	close(): Promise<void>
}

/** The work of one queue. Any node may run it: the statement that takes rows leaves those of others. */
type BatchWork = {
	/** Processes a batch. @returns the number of its rows */
	takeBatch(): Promise<number>
	/** Rows of a full batch, after which another one follows. */
	batchSize: number
	/** Time between two looks, in milliseconds: another node may have ended before its own run. */
	pollMilliseconds: number
	/** Decides at each look whether a run is due; it always is by default. */
	isDue?(): Promise<boolean>
	/** Milliseconds before a run, so that a burst is one batch; the longer `rest` after a run with `many` rows, as under load. */
	pauses?: { debounce: number; rest: number; many: number }
	onSuccess?(): void
	onError(error: unknown): void
}

const noPauses = { debounce: 0, rest: 0, many: 1 }

/** Creates a worker, which runs once it is started. */
export function createBatchWorker(work: BatchWork): BatchWorker {
	const { batchSize, pollMilliseconds, pauses = noPauses, isDue } = work
	let isOpen = false
	let isWanted = false
	let isBusy = false
	let running: Promise<void> | undefined
	let timer: NodeJS.Timeout | undefined
	let poll: NodeJS.Timeout | undefined

	function wake(): void {
		isWanted = true
		if (!isOpen || running || timer) return
		timer = setTimeout(run, isBusy ? pauses.rest : pauses.debounce).unref()
	}

	function run(): void {
		timer = undefined
		isWanted = false
		running = takeAll()
			.then(work.onSuccess, work.onError)
			.finally(() => {
				running = undefined
				if (isWanted) wake()
			})
	}

	async function takeAll(): Promise<void> {
		let taken = batchSize
		let whole = 0
		while (isOpen && taken >= batchSize) {
			taken = await work.takeBatch()
			whole += taken
		}
		isBusy = whole >= pauses.many
	}

	async function look(): Promise<void> {
		if (!isDue || (await isDue())) wake()
	}

	return {
		wake,
		start() {
			isOpen = true
			poll = setInterval(() => void look().catch(work.onError), pollMilliseconds).unref()
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
