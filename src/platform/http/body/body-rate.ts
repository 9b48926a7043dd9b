import { Readable } from 'node:stream'
import { withTimeout } from '#platform/with-timeout.ts'

/** The body did not arrive in time. */
export class BodyTimeoutError extends Error {}

/** Minimum rate of a large body: milliseconds without a byte, and bytes per second on average after `gracePeriod`. */
export type MinimumRate = { idleTimeout: number; gracePeriod: number; bytesPerSecond: number }

/** A photo sent over a poor mobile connection passes; a byte now and then, to hold memory, does not. */
const defaultMinimumRate: MinimumRate = {
	idleTimeout: 20_000,
	gracePeriod: 30_000,
	bytesPerSecond: 4096,
}

/**
 * Every chunk costs memory of its own: a body in chunks of a byte would hold hundreds of times its size. The first
 * `chunks` may be of any size.
 */
const tinyChunkLimit = { chunks: 4096, averageBytes: 256 }

/**
 * Yields the chunks of a body that may take long, but must keep a minimum rate.
 * @throws BodyTimeoutError
 */
export async function* withMinimumRate(
	body: ReadableStream<Uint8Array> | Readable,
	{ idleTimeout, gracePeriod, bytesPerSecond }: MinimumRate = defaultMinimumRate,
): AsyncGenerator<Uint8Array> {
	const reader = body instanceof Readable ? readerOf(body) : body.getReader()
	const started = performance.now()
	let size = 0
	let chunks = 0
	try {
		for (;;) {
			const { done, value } = await withTimeout(idleTimeout, reader.read(), tooSlow)
			if (done) return
			size += value.byteLength
			const took = performance.now() - started
			if (took > gracePeriod && size < (took / 1000) * bytesPerSecond) throw tooSlow()
			if (++chunks > tinyChunkLimit.chunks && size < chunks * tinyChunkLimit.averageBytes) throw tooSlow()
			yield value
		}
	} finally {
		// The rest is not read.
		void Promise.resolve(reader.cancel()).catch(() => {})
	}
}

/** Stops without destroying the stream: with a request, its connection would end before the answer. */
function readerOf(body: Readable) {
	const chunks: AsyncIterator<Uint8Array> = body.iterator({ destroyOnReturn: false })
	return { read: () => chunks.next(), cancel: () => chunks.return?.() }
}

function tooSlow(): BodyTimeoutError {
	return new BodyTimeoutError('The body takes too long')
}
