import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { ReadableStream } from 'node:stream/web'
import { drainAfterAnswer } from '#platform/http/body/drain-body.ts'
import { releaseBuffer } from '#platform/http/release-buffer.ts'
import type { Answer } from '#platform/http/routing/answer.ts'

/** Writes an answer to a socket. For HEAD, only its head. */
export function sendAnswer(
	request: IncomingMessage,
	response: ServerResponse,
	{ status, headers, body, releaseBuffers = false }: Answer,
): void {
	const { method } = request
	if (method !== 'GET' && method !== 'HEAD' && !request.readableEnded) drainAfterAnswer(request, response, status)
	if (response.destroyed) {
		discard(body)
		return
	}
	response.writeHead(status, headers as string[])
	if (method === 'HEAD' || body === null) {
		response.end()
		discard(body)
		return
	}
	if (typeof body === 'string' || body instanceof Uint8Array) response.end(body)
	else if (body instanceof Readable) sendReadable(response, body, releaseBuffers)
	else void sendWebStream(response, body)
}

function discard(body: Answer['body']): void {
	if (body instanceof Readable) body.destroy()
	else if (body instanceof ReadableStream) body.cancel().catch(() => {})
}

/** Sends chunks as fast as the client reads them. */
function sendReadable(response: ServerResponse, source: Readable, releaseBuffers: boolean): void {
	source.on('data', (chunk: Buffer) => {
		const sent = releaseBuffers ? () => releaseBuffer(chunk) : undefined
		if (!response.write(chunk, sent)) source.pause()
	})
	source.once('end', () => response.end())
	// Half an answer must not look like a whole one.
	source.once('error', (error) => response.destroy(error))
	response.on('drain', () => source.resume())
	response.once('close', () => source.destroy())
}

/** The head leaves at once: the first chunk of an event stream may take minutes. */
async function sendWebStream(response: ServerResponse, source: ReadableStream<Uint8Array>): Promise<void> {
	const reader = source.getReader()
	const cancel = () => void reader.cancel().catch(() => {})
	response.once('close', cancel)
	response.flushHeaders()
	try {
		for (;;) {
			const { done, value } = await reader.read()
			if (done) break
			if (response.destroyed) return
			if (!response.write(value))
				await new Promise<void>((resolve) => {
					response.once('drain', resolve)
					response.once('close', resolve)
				})
		}
		response.off('close', cancel)
		response.end()
	} catch (error) {
		response.destroy(error as Error)
	}
}
