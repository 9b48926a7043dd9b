import type { ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'
import { spend } from './spend.ts'

type Body = { readable: Readable; isSpent: boolean }
const bodies = new WeakMap<Response, Body>()

/**
 * An answer whose body is a stream of Node's. Over a socket it is sent by `sendStream`, for a third of the processor time
 * that web streams take; anywhere else it is a Response like any other.
 * @param isSpent whether its chunks are nobody else's, so that their memory may be given back as soon as they are sent
 */
export function streamResponse(readable: Readable, init: ResponseInit, isSpent = false): Response {
	const response = new Response(webStream(readable), init)
	bodies.set(response, { readable, isSpent })
	return response
}

/**
 * Sends such an answer, chunk by chunk as the reader takes them.
 * @returns false for any other answer
 */
export function sendStream(response: Response, outgoing: ServerResponse): boolean {
	const body = bodies.get(response)
	if (!body || response.bodyUsed) return false
	const { readable, isSpent } = body
	// Whoever left while the file was looked for is told of by nothing that is still to come.
	if (outgoing.destroyed) {
		readable.destroy()
		return true
	}
	outgoing.writeHead(response.status, Object.fromEntries(response.headers))
	readable.on('data', (chunk: Buffer) => {
		const sent = isSpent ? () => spend(chunk) : undefined
		if (!outgoing.write(chunk, sent)) readable.pause()
	})
	readable.once('end', () => outgoing.end())
	// Half an answer must not look like a whole one.
	readable.once('error', (error) => outgoing.destroy(error))
	outgoing.on('drain', () => readable.resume())
	outgoing.once('close', () => readable.destroy())
	return true
}

/** Nothing is read before somebody asks. `Readable.toWeb` does the same for three times the processor time. */
function webStream(readable: Readable): ReadableStream<Uint8Array> {
	let wake = () => {}
	let failure: Error | undefined
	const listen = () => {
		readable.on('readable', () => wake())
		readable.once('close', () => wake())
		readable.once('error', (error) => {
			failure = error
			wake()
		})
	}
	let isListening = false
	return new ReadableStream<Uint8Array>(
		{
			async pull(controller) {
				if (!isListening) listen()
				isListening = true
				for (;;) {
					const chunk: Uint8Array | null = readable.read()
					if (chunk) return controller.enqueue(chunk)
					if (failure) throw failure
					if (readable.readableEnded) return controller.close()
					if (readable.destroyed) throw new Error('the stream broke off')
					await new Promise<void>((resolve) => {
						wake = resolve
					})
				}
			},
			cancel() {
				readable.destroy()
			},
		},
		{ highWaterMark: 0 },
	)
}
