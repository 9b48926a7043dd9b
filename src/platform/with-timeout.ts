/** Settles as the work does, or rejects with `late()` when it takes longer. The work itself goes on. */
export async function withTimeout<T>(milliseconds: number, work: Promise<T>, late: () => Error): Promise<T> {
	const { promise, reject } = Promise.withResolvers<never>()
	const timer = setTimeout(() => reject(late()), milliseconds)
	return Promise.race([work, promise]).finally(() => clearTimeout(timer))
}
