import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { type Caller, CallerError, type Identify } from '#server/http/caller.ts'
import type { Version } from './frames.ts'

export type Refusal = { status: string; error: string }
export type Handshake = {
	version: Version
	caller: Caller
	/** The request's `x-…` headers as JSON; undefined without any. */
	headers: string | undefined
}

/** Reads who asks for a socket and in which version (data.md §3.1). */
export function readHandshake(request: IncomingMessage, identify: Identify): Handshake | Refusal {
	const url = URL.parse(request.url ?? '/', 'http://localhost')
	if (url?.pathname.replace(/\/$/, '') !== '/realtime/v1/websocket')
		return { status: '404 Not Found', error: 'There is no socket at this address' }
	const version = url.searchParams.get('vsn') ?? '1.0.0'
	if (version !== '1.0.0' && version !== '2.0.0')
		return {
			status: '400 Bad Request',
			error: 'Only the versions 1.0.0 and 2.0.0 are spoken here',
		}
	const key =
		url.searchParams.get('apikey') ?? request.headers.apikey ?? request.headers['x-api-key']
	try {
		const caller = identify(new Headers(typeof key === 'string' ? { apikey: key } : {}))
		return { version, caller, headers: ownHeaders(request) }
	} catch (error) {
		// A key that no header could carry is no key of ours.
		if (error instanceof TypeError) return { status: '401 Unauthorized', error: 'Invalid API key' }
		if (!(error instanceof CallerError)) throw error
		return { status: '401 Unauthorized', error: error.message }
	}
}

/** Says no in plain HTTP and is done with the socket, whether or not the other side closes its own half. */
export function refuse(socket: Duplex, { status, error }: Refusal): void {
	socket.once('finish', () => socket.destroy())
	const body = JSON.stringify({ error })
	socket.end(
		`HTTP/1.1 ${status}\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
	)
}

function ownHeaders({ headers }: IncomingMessage): string | undefined {
	const own = Object.entries(headers).filter(
		([name]) => name.startsWith('x-') && name !== 'x-api-key',
	)
	return own.length > 0 ? JSON.stringify(Object.fromEntries(own)) : undefined
}
