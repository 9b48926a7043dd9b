export type SemaphoreLimits = {
	/** Number of waiters in each lane. */
	maxWaiters?: number
	/** Longest wait, in milliseconds. */
	timeout?: number
	/** Makes the error for work that waits too long or finds its lane full. */
	refuse?: () => Error
}

/** Limits how much work runs at a time. The rest waits in order of arrival, and lane 0 goes before lane 1. */
export class Semaphore {
	readonly #limits: Required<SemaphoreLimits>
	readonly #lanes: [Set<() => void>, Set<() => void>] = [new Set(), new Set()]
	#free: number

	constructor(
		permits: number,
		{
			maxWaiters = Number.POSITIVE_INFINITY,
			timeout = Number.POSITIVE_INFINITY,
			refuse = () => new Error('too much work waits'),
		}: SemaphoreLimits = {},
	) {
		this.#free = permits
		this.#limits = { maxWaiters, timeout, refuse }
	}

	/** Runs the work with a permit. @throws the error of the limits, without running the work */
	async run<T>(work: () => Promise<T>, lane: 0 | 1 = 0): Promise<T> {
		if (!this.tryAcquire()) await this.#wait(this.#lanes[lane])
		try {
			return await work()
		} finally {
			this.release()
		}
	}

	/** Takes a permit without waiting. @returns whether one was free */
	tryAcquire(): boolean {
		if (this.#free === 0) return false
		this.#free--
		return true
	}

	/** Gives a permit back. It passes straight to the next waiter, so that no newcomer overtakes. */
	release(): void {
		const waiters = this.#lanes.find(({ size }) => size > 0)
		const [next] = waiters ?? []
		if (!waiters || !next) this.#free++
		else {
			waiters.delete(next)
			next()
		}
	}

	/** Number of waiters in a lane. */
	waiters(lane: 0 | 1): number {
		return this.#lanes[lane].size
	}

	#wait(waiters: Set<() => void>): Promise<void> {
		const { maxWaiters, timeout, refuse } = this.#limits
		if (waiters.size >= maxWaiters) throw refuse()
		return new Promise((resolve, reject) => {
			let timer: NodeJS.Timeout | undefined
			const start = () => {
				clearTimeout(timer)
				resolve()
			}
			waiters.add(start)
			if (timeout === Number.POSITIVE_INFINITY) return
			timer = setTimeout(() => {
				waiters.delete(start)
				reject(refuse())
			}, timeout)
		})
	}
}
