import { PassThrough, Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** A reader that takes nothing for this long is cut off: the stream holds a connection to the database. */
const stallMilliseconds = 60_000

/**
 * The body of an answer that is written while it is sent. A failure breaks the connection off, so that half a file never looks
 * like a whole one.
 * @param produce writes into the stream and resolves when all of it is written; the stream is ended after that
 */
export function streamAnswer(
	produce: (output: PassThrough) => Promise<unknown>,
	onEnd: (error?: unknown) => void,
): Readable {
	const output = new PassThrough({ highWaterMark: 256 * 1024 })
	let timer: NodeJS.Timeout | undefined
	const isStalled = () => output.destroy(new Error('the reader of an export takes nothing'))
	// The sender pauses the stream while the socket is full.
	output.on('pause', () => {
		timer ??= setTimeout(isStalled, stallMilliseconds).unref()
	})
	const goOn = () => {
		clearTimeout(timer)
		timer = undefined
	}
	output.on('resume', goOn).on('close', goOn)
	produce(output).then(
		() => {
			// Before the last byte: a reader who has all of it may ask for the next one at once.
			onEnd()
			if (!output.writableEnded) output.end()
		},
		(error: Error) => {
			output.destroy(error)
			onEnd(error)
		},
	)
	return output
}

/** Writes chunks as fast as the stream takes them, and ends it unless its caller does. */
export const writeAll = (chunks: AsyncIterable<Buffer>, output: Writable, { end = true } = {}): Promise<void> =>
	pipeline(Readable.from(chunks, { objectMode: false }), output, { end })
