import { Readable, type Writable } from 'node:stream'
import { type Source, SourceBroken } from './file-store.ts'

/** Milliseconds between two looks at a sender, and bytes that must have come meanwhile: a kilobyte a second. */
const patience = 30_000
const leastBytes = 30 * 1024

/**
 * Pours a source into a sink to the end. When either fails the source is let alone, unlike by `pipeline`: it may be a
 * request, and whoever sent it must still be answered on the same connection.
 * @throws SourceBroken, or what the sink failed with
 */
export function pour(from: Source, sink: Writable & { size: number }): Promise<void> {
	const source = from instanceof Readable ? from : Readable.from(from, { objectMode: false })
	return new Promise((resolve, reject) => {
		let before = 0
		const pace = setInterval(() => {
			// A slow disk is not the sender's fault.
			const isWaiting = sink.writableLength === 0
			if (isWaiting && sink.size - before < leastBytes) broken(new Error('the sender is too slow'))
			before = sink.size
		}, patience)
		const fail = (error: unknown) => {
			clearInterval(pace)
			source.unpipe(sink)
			sink.destroy()
			reject(error)
		}
		const broken = (cause?: Error | null) =>
			fail(new SourceBroken(cause?.message ?? 'the stream broke off', { cause }))
		sink.once('error', fail)
		// After the last byte is safe.
		sink.once('finish', () => {
			clearInterval(pace)
			resolve()
		})
		// Stays to the end: an error that nobody hears would end the process.
		source.on('error', broken)
		source.once('close', () => {
			if (!source.readableEnded) broken(source.errored)
		})
		if (source.destroyed && !source.readableEnded) broken(source.errored)
		else source.pipe(sink)
	})
}

/** The chunks of a source; whoever stops early lets it alone, for the same reason. */
export async function* chunksOf(source: Source): AsyncGenerator<Uint8Array, void> {
	try {
		yield* source instanceof Readable ? source.iterator({ destroyOnReturn: false }) : source
	} catch (cause) {
		throw new SourceBroken((cause as Error).message, { cause })
	}
}
