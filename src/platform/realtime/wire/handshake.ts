import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { type Caller, CallerError, type Identify } from '#platform/http/request/caller.ts'
import type { ProtocolVersion } from './frames.ts'

export type HandshakeRejection = { status: string; error: string }
export type Handshake = {
	version: ProtocolVersion
	caller: Caller
	/** The request's `x-…` headers as JSON; undefined when there are none. */
	headers: string | undefined
}

/** Reads the API key and the protocol version of a handshake. */
export function readHandshake(request: IncomingMessage, identify: Identify): Handshake | HandshakeRejection {
	const url = URL.parse(request.url ?? '/', 'http://localhost')
	if (url?.pathname.replace(/\/$/, '') !== '/realtime/v1/websocket')
		return { status: '404 Not Found', error: 'There is no socket at this address' }
	const version = url.searchParams.get('vsn') ?? '1.0.0'
	if (version !== '1.0.0' && version !== '2.0.0')
		return {
			status: '400 Bad Request',
			error: 'Only the versions 1.0.0 and 2.0.0 are spoken here',
		}
	const key = url.searchParams.get('apikey') ?? request.headers.apikey ?? request.headers['x-api-key']
	try {
		const caller = identify(new Headers(typeof key === 'string' ? { apikey: key } : {}))
		return { version, caller, headers: customHeaders(request) }
	} catch (error) {
		// The key has characters that are not allowed in a header.
		if (error instanceof TypeError) return { status: '401 Unauthorized', error: 'Invalid API key' }
		if (!(error instanceof CallerError)) throw error
		return { status: '401 Unauthorized', error: error.message }
	}
}

/** Answers in plain HTTP and destroys the socket, even when the client keeps its half open. */
export function rejectHandshake(socket: Duplex, { status, error }: HandshakeRejection): void {
	socket.once('finish', () => socket.destroy())
	const body = JSON.stringify({ error })
	socket.end(
		`HTTP/1.1 ${status}\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
	)
}

function customHeaders({ headers }: IncomingMessage): string | undefined {
	const own = Object.entries(headers).filter(([name]) => name.startsWith('x-') && name !== 'x-api-key')
	return own.length > 0 ? JSON.stringify(Object.fromEntries(own)) : undefined
}
