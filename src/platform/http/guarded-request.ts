import type { Agent, IncomingMessage, RequestOptions } from 'node:http'
import { request as requestSecure } from 'node:https'
import { isIP } from 'node:net'
import { request as requestPlain } from './node-http.ts'
import { BlockedAddress, createGuardedLookup } from './public-address.ts'

type GuardedRequest = Pick<RequestOptions, 'method' | 'headers'> & {
	/** Checks an address before a socket connects to it. */
	mayConnect: (ip: string) => boolean
	body?: string
	signal?: AbortSignal | undefined
	/** Without one, the connection is closed after the answer. */
	agent?: Agent
}

/**
 * Sends one request, against server-side request forgery: the socket connects to the very address that was checked,
 * and redirects are not followed. What `read` leaves of the answer is discarded.
 * @throws BlockedAddress, connection errors, the reason of an aborted signal, and what `read` throws
 */
export async function requestGuarded<T>(
	url: URL,
	{ mayConnect, body = '', signal, agent, ...options }: GuardedRequest,
	read: (answer: IncomingMessage) => Promise<T>,
): Promise<T> {
	const literal = url.hostname.replace(/^\[|\]$/g, '')
	// A literal address is not resolved, so `lookup` would not check it.
	if (isIP(literal) && !mayConnect(literal)) throw new BlockedAddress(`${literal} is not a public address`)
	const all = { ...options, lookup: createGuardedLookup(mayConnect), agent: agent ?? false, ...(signal && { signal }) }
	const once = (): Promise<T> =>
		new Promise((resolve, reject) => {
			const fail = (error: unknown) => reject(signal?.aborted ? signal.reason : error)
			const request = (url.protocol === 'https:' ? requestSecure : requestPlain)(url, all, (answer) => {
				read(answer)
					.then(resolve, fail)
					.finally(() => answer.destroy())
			})
			request.on('error', (error: NodeJS.ErrnoException) => {
				// The peer closed a reused connection before it read the request.
				const wasStale = request.reusedSocket && error.code === 'ECONNRESET'
				if (wasStale && !signal?.aborted) once().then(resolve, reject)
				else fail(error)
			})
			request.end(body)
		})
	return once()
}

/** Reads a body; undefined above `maxBytes`. */
export async function readAtMost(
	maxBytes: number,
	stream: AsyncIterable<Buffer>,
): Promise<Buffer<ArrayBuffer> | undefined> {
	const chunks: Buffer[] = []
	let size = 0
	for await (const chunk of stream) {
		size += chunk.length
		if (size > maxBytes) return undefined
		chunks.push(chunk)
	}
	return Buffer.concat(chunks)
}
