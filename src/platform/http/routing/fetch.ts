import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import type { Answer } from './answer.ts'
import type { Exchange, RequestSource } from './exchange.ts'

/** A Fetch request in place of a socket: for tests, and for callers in the same process. */
export function fetchSource(
	request: Request,
	clientAddress: (peer: string | undefined, forwardedFor: string | undefined) => string,
): RequestSource {
	const headers: IncomingHttpHeaders = Object.fromEntries(request.headers)
	return {
		headers,
		body: () => request.body && Readable.fromWeb(request.body as ReadableStream<Uint8Array>),
		ip: () => clientAddress(undefined, request.headers.get('x-forwarded-for') ?? undefined),
		signal: () => request.signal,
		requestId: () => randomUUID(),
	}
}

/** An answer as Fetch has it. */
export function toResponse({ status, headers: answerHeaders, body }: Answer, method: string): Response {
	const headers = new Headers()
	for (const [name, value] of headerPairs(answerHeaders)) for (const item of [value].flat()) headers.append(name, item)
	if (method === 'HEAD') return new Response(null, { status, headers })
	// As bytes: a text would be given a content type.
	const init = typeof body === 'string' ? Buffer.from(body) : body
	const stream = init instanceof Readable ? Readable.toWeb(init) : init
	return new Response(stream as BodyInit | null, { status, headers })
}

function headerPairs(headers: Answer['headers']): [string, string | string[]][] {
	if (!isFlat(headers)) return Object.entries(headers)
	return Array.from({ length: headers.length / 2 }, (_, pair) => [headers[2 * pair] ?? '', headers[2 * pair + 1] ?? ''])
}

/** True when a head is a complete list of names and values. */
export function isFlat(headers: Answer['headers']): headers is readonly string[] {
	return Array.isArray(headers)
}

/** A request for a library that works on Fetch. Its host is a placeholder. */
export function toFetchRequest(x: Exchange): Request {
	const headers = new Headers()
	for (const [name, value] of Object.entries(x.headers))
		for (const item of [value ?? []].flat()) headers.append(name, item)
	const { method, body, signal } = x
	return new Request(`http://localhost${x.rawPath}${x.search}`, {
		method,
		headers,
		signal,
		// The stream of a client that has left is closed, and a closed one is refused.
		...(body?.readable ? { body: Readable.toWeb(body) as BodyInit, duplex: 'half' } : {}),
	} as RequestInit)
}

/** The answer of such a library. */
export function fromFetchResponse({ status, headers: given, body }: Response): Answer {
	const headers: Record<string, string | string[]> = Object.fromEntries(given)
	const cookies = given.getSetCookie()
	if (cookies.length > 0) headers['set-cookie'] = cookies
	return { status, headers, body: body as ReadableStream<Uint8Array> | null }
}
