/** How long a small body may take to arrive, in milliseconds. Uploads have times of their own. */
export const bodyTimeout = 30_000

/** The body did not arrive in time. */
export class BodyTimeoutError extends Error {}

/**
 * Yields the chunks of a body within one time limit, so that a slow sender cannot hold a request open.
 * @throws BodyTimeoutError
 */
export async function* withBodyTimeout(
	body: ReadableStream<Uint8Array> | null,
	milliseconds = bodyTimeout,
): AsyncGenerator<Uint8Array> {
	if (!body) return
	const reader = body.getReader()
	let late: BodyTimeoutError | undefined
	let rejectRead = (_: BodyTimeoutError) => {}
	const timer = setTimeout(() => {
		late = new BodyTimeoutError('The body takes too long')
		rejectRead(late)
	}, milliseconds)
	// A promise for each read. Racing them all against one would keep something for every chunk: a body in chunks of a byte
	// would hold hundreds of times its size.
	const next = () =>
		new Promise<Awaited<ReturnType<typeof reader.read>>>((resolve, reject) => {
			rejectRead = reject
			reader.read().then(resolve, reject)
		})
	try {
		for (;;) {
			if (late) throw late
			const { done, value } = await next()
			if (done) return
			yield value
		}
	} finally {
		clearTimeout(timer)
		// The rest of the body is not needed.
		reader.cancel().catch(() => {})
	}
}
