/** Runs up to `most` jobs at once. A free slot takes the next due job, so that a long job delays no other while a slot is free. */
export type JobSlots = {
	/** Looks for due jobs soon. */
	wake(): void
	idle(): Promise<void>
	/** Waits for the jobs that run, and takes no more. */
	close(): Promise<void>
	open(): void
}

type Job = { id: string }

/**
 * @param claim takes up to `limit` due jobs; it gets the ids of those that run here, which it must leave
 * @param run runs one job and stores its outcome
 * @param onError is told when jobs cannot be claimed, or an outcome cannot be stored; the job is due again after its lease
 */
export function createJobSlots<T extends Job>(
	most: number,
	claim: (limit: number, running: readonly string[]) => Promise<readonly T[]>,
	run: (job: T) => Promise<void>,
	onError: (error: unknown) => void,
): JobSlots {
	const running = new Map<string, Promise<void>>()
	let claiming: Promise<void> | undefined
	let isOpen = false
	/** More jobs may be due than were taken. */
	let isWanted = false

	function start(job: T): void {
		const ended = run(job)
			.catch(onError)
			.finally(() => {
				running.delete(job.id)
				if (isWanted) wake()
			})
		running.set(job.id, ended)
	}

	async function fill(): Promise<void> {
		const free = most - running.size
		isWanted = false
		const jobs = await claim(free, [...running.keys()])
		for (const job of jobs) start(job)
		if (jobs.length === free) isWanted = true
	}

	function wake(): void {
		isWanted = true
		if (!isOpen || claiming || running.size >= most) return
		claiming = fill()
			.catch(onError)
			.finally(() => {
				claiming = undefined
				if (isWanted && isOpen) setImmediate(wake)
			})
	}

	const work = () => Promise.all([claiming, ...running.values()])
	return {
		wake,
		open() {
			isOpen = true
		},
		async idle() {
			while (claiming || running.size > 0 || (isWanted && isOpen)) {
				await work()
				await new Promise((resolve) => setImmediate(resolve))
			}
		},
		async close() {
			isOpen = false
			while (claiming || running.size > 0) await work()
		},
	}
}
