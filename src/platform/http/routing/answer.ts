import type { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'

/** Names in lower case. */
export type AnswerHeaders = Record<string, string | string[]>

/** The answer of a handler. The router adds the headers of the wire, an id and the length. */
export type Answer = {
	status: number
	/** A list of names and values in turn is a complete head, sent as it is. */
	headers: AnswerHeaders | readonly string[]
	/** A stream is sent as it comes and never compressed. */
	body: string | Uint8Array | Readable | ReadableStream<Uint8Array> | null
	/** True when the chunks of a stream belong to this answer alone, so that their memory is released once they are sent. */
	releaseBuffers?: boolean
}

export function json(value: unknown, status = 200, headers: AnswerHeaders = {}): Answer {
	return {
		status,
		headers: { 'content-type': 'application/json', ...headers },
		body: JSON.stringify(value),
	}
}

export function text(body: string, status = 200, headers: AnswerHeaders = {}): Answer {
	return { status, headers: { 'content-type': 'text/plain; charset=UTF-8', ...headers }, body }
}

export function html(body: string, status = 200, headers: AnswerHeaders = {}): Answer {
	return { status, headers: { 'content-type': 'text/html; charset=UTF-8', ...headers }, body }
}

export function redirect(location: string, status = 302, headers: AnswerHeaders = {}): Answer {
	// A header holds Latin-1 only (RFC 9110 §5.5).
	const sent = /[\u0100-\uffff]/.test(location) ? encodeURI(location) : location
	return { status, headers: { ...headers, location: sent }, body: null }
}

/** An answer without a body. */
export function empty(status = 204, headers: AnswerHeaders = {}): Answer {
	return { status, headers, body: null }
}
