import { Readable } from 'node:stream'
import { withTimeout } from '#platform/with-timeout.ts'
import { BodyTimeoutError } from './body-timeout.ts'

/** Minimum rate of a large body: milliseconds without a byte, and bytes per second on average after `gracePeriod`. */
export type MinimumRate = { idleTimeout: number; gracePeriod: number; bytesPerSecond: number }

/** A photo from a valley with one bar of reception comes through; a byte now and then, to hold memory, does not. */
const defaultMinimumRate: MinimumRate = {
	idleTimeout: 20_000,
	gracePeriod: 30_000,
	bytesPerSecond: 4096,
}

/**
 * Every chunk costs memory of its own, so one that is kept in chunks of a byte would hold hundreds of times its size. No
 * client and no proxy sends so; the first few are not looked at.
 */
const tinyChunkLimit = { chunks: 4096, averageBytes: 256 }

/**
 * The chunks of a body that may take long, but has to go on.
 * @throws BodyTimeoutError
 */
export async function* withMinimumRate(
	body: ReadableStream<Uint8Array> | Readable,
	{ idleTimeout: silence, gracePeriod: patience, bytesPerSecond }: MinimumRate = defaultMinimumRate,
): AsyncGenerator<Uint8Array> {
	const reader = body instanceof Readable ? readerOf(body) : body.getReader()
	const started = performance.now()
	let size = 0
	let chunks = 0
	try {
		for (;;) {
			const { done, value } = await withTimeout(silence, reader.read(), tooSlow)
			if (done) return
			size += value.byteLength
			const took = performance.now() - started
			if (took > patience && size < (took / 1000) * bytesPerSecond) throw tooSlow()
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
