import { Readable, type Writable } from 'node:stream'
import { type Source, SourceBroken } from './file-store.ts'

/** Interval of the check of the sender, in milliseconds, and the bytes that must arrive in it: a kilobyte a second. */
const checkInterval = 30_000
const minBytesPerInterval = 30 * 1024

/**
 * Pipes a source into a sink to its end. Unlike `pipeline`, a failure does not destroy the source: it may be a
 * request whose connection still has to carry the response.
 * @throws SourceBroken, or the error of the sink
 */
export function pipe(from: Source, sink: Writable & { size: number }): Promise<void> {
	const source = from instanceof Readable ? from : Readable.from(from, { objectMode: false })
	return new Promise((resolve, reject) => {
		let before = 0
		const rateTimer = setInterval(() => {
			// While the sink is busy, a slow source is not the sender's fault.
			const isWaiting = sink.writableLength === 0
			if (isWaiting && sink.size - before < minBytesPerInterval) broken(new Error('the sender is too slow'))
			before = sink.size
		}, checkInterval)
		const fail = (error: unknown) => {
			clearInterval(rateTimer)
			source.unpipe(sink)
			sink.destroy()
			reject(error)
		}
		const broken = (cause?: Error | null) => fail(new SourceBroken(cause?.message ?? 'the stream broke off', { cause }))
		sink.once('error', fail)
		// After the last byte is durable.
		sink.once('finish', () => {
			clearInterval(rateTimer)
			resolve()
		})
		// Stays attached: an unhandled error event would end the process.
		source.on('error', broken)
		source.once('close', () => {
			if (!source.readableEnded) broken(source.errored)
		})
		if (source.destroyed && !source.readableEnded) broken(source.errored)
		else source.pipe(sink)
	})
}

/** The chunks of a source. Leaving the loop early does not destroy it, for the same reason. */
export async function* chunksOf(source: Source): AsyncGenerator<Uint8Array, void> {
	try {
		yield* source instanceof Readable ? source.iterator({ destroyOnReturn: false }) : source
	} catch (cause) {
		throw new SourceBroken((cause as Error).message, { cause })
	}
}
