/** How long a small body may take to arrive, in milliseconds. Uploads have times of their own. */
export const bodyMilliseconds = 30_000

/** A body that did not arrive in time. */
export class SlowBody extends Error {}

/**
 * The chunks of a body, all of them within a time: whoever sends a byte now and then must not hold a request open.
 * @throws SlowBody
 */
export async function* inTime(
	body: ReadableStream<Uint8Array> | null,
	milliseconds = bodyMilliseconds,
): AsyncGenerator<Uint8Array> {
	if (!body) return
	const reader = body.getReader()
	let late: SlowBody | undefined
	let giveUp = (_: SlowBody) => {}
	const timer = setTimeout(() => {
		late = new SlowBody('The body takes too long')
		giveUp(late)
	}, milliseconds)
	// A promise for each read. Racing them all against one would keep something for every chunk: a body in chunks of a byte
	// would hold hundreds of times its size.
	const next = () =>
		new Promise<Awaited<ReturnType<typeof reader.read>>>((resolve, reject) => {
			giveUp = reject
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
		// What is still to come is not wanted any more.
		reader.cancel().catch(() => {})
	}
}
