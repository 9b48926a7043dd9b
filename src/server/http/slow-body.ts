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
	let isLate = false
	// Ends the read that waits. Racing each of them against one promise would keep something for every chunk: a body in chunks
	// of a byte then holds hundreds of times its size.
	const timer = setTimeout(() => {
		isLate = true
		reader.cancel().catch(() => {})
	}, milliseconds)
	try {
		for (;;) {
			const { done, value } = await reader.read()
			if (isLate) throw new SlowBody('The body takes too long')
			if (done) return
			yield value
		}
	} finally {
		clearTimeout(timer)
		// What is still to come is not wanted any more.
		reader.cancel().catch(() => {})
	}
}
