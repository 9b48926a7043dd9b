/**
 * Shares runs of a piece of work among callers: each gets the result of a run that began after it asked, so at most
 * two are needed however many ask at once.
 */
export function startedLater<T>(work: () => Promise<T>): () => Promise<T> {
	let running: Promise<T> | undefined
	let next: Promise<T> | undefined

	const run = (): Promise<T> => {
		const result = work().finally(() => {
			if (running === result) running = undefined
		})
		running = result
		return result
	}
	return () => {
		if (!running) return run()
		next ??= running
			.catch(() => {})
			.then(() => {
				next = undefined
				return run()
			})
		return next
	}
}
