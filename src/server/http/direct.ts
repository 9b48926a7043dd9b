import { randomUUID } from 'node:crypto'
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { Deps } from '#server/deps.ts'

/** A request that is answered on Node's own objects, past the app and its layers. */
export type DirectExchange = {
	requestId: string
	/** Writes the whole answer and, as the app does, one line about it without query, headers or body. */
	send(
		status: number,
		headers: Record<string, string | string[]>,
		body: string | Uint8Array | null,
	): void
	/** Ends the connection: nothing else can be said any more. */
	fail(error: unknown): void
}

/** Opens the exchange. The clock of its log line runs from here. */
export function openDirect(
	{ log }: Pick<Deps, 'log'>,
	request: IncomingMessage,
	response: ServerResponse,
): DirectExchange {
	const requestId = randomUUID()
	const started = performance.now()
	const { method, url = '' } = request
	return {
		requestId,
		send(status, headers, body) {
			const own: OutgoingHttpHeaders = { ...headers, 'sb-request-id': requestId }
			// Said by us, it lets Node send head and body in one write.
			if (body !== null) own['content-length'] = String(Buffer.byteLength(body))
			response.writeHead(status, own)
			response.end(body ?? undefined)
			const ms = Math.round(performance.now() - started)
			const line = { requestId, method, path: url.split('?', 1)[0], status, ms }
			if (status >= 500) log.warn(line, 'request')
			else log.debug(line, 'request')
		},
		fail(error) {
			log.error({ err: error, requestId }, 'unexpected')
			response.destroy()
		},
	}
}

/** A header as one text, as Fetch gives it. */
export function headerText(value: string | string[] | undefined): string | undefined {
	return Array.isArray(value) ? value.join(', ') : value
}
