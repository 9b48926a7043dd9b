import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { type WebSocket, WebSocketServer } from 'ws'
import type { Deps } from '#platform/deps.ts'
import { type Caller, CallerError, type Identify } from '#platform/http/request/caller.ts'
import type { RealtimeQuotas } from '#platform/realtime/quotas.ts'
import { decodeBinary } from './broadcast-frames.ts'
import { Connection, type Handshake } from './connection.ts'
import { decodeText, type Inbound, type ProtocolVersion } from './frames.ts'

/** Receives the events of sockets. */
type SocketHandler = {
	receive(connection: Connection, message: Inbound): Promise<void> | undefined
	messageRateExceeded(connection: Connection): void
	disconnected(connection: Connection): void
	/** Closes channels whose token expired or whose session ended, and rechecks policies that are due. */
	check(connection: Connection): void
	/** Closes channels whose token is no longer accepted, after keys changed. */
	checkTokens(connection: Connection): void
}

const tooManySockets: HandshakeRejection = {
	status: '429 Too Many Requests',
	error: 'Too many connected users',
}

/** The sockets of one node: handshakes, frames, and closing of idle and slow ones. */
export function createSockets(
	{ identify, endedSessions, issuedKeys, keys, log }: Deps,
	handler: SocketHandler,
	limits: RealtimeQuotas,
) {
	const connections = new Set<Connection>()
	const server = new WebSocketServer({
		noServer: true,
		// A deflate context takes more memory than the rest of an idle client.
		perMessageDeflate: false,
		clientTracking: false,
		maxPayload: limits.maxFrame,
	})
	let sweeper: NodeJS.Timeout | undefined
	let closing = false
	let lastKey: string | undefined

	function addConnection(ws: WebSocket, version: ProtocolVersion, connection: Connection): void {
		connections.add(connection)
		ws.on('message', (data: Buffer, isBinary: boolean) => {
			if (!connection.takeMessage()) {
				connection.receiveInOrder(() => void handler.messageRateExceeded(connection))
				return
			}
			const message = isBinary ? decodeBinary(data) : decodeText(version, data.toString('utf8'))
			if (message) connection.receiveInOrder(() => handler.receive(connection, message))
		})
		// ws itself closes the socket for frames that are too big or malformed, with 1009, 1002 or 1007.
		ws.on('error', () => {})
		ws.on('close', () => {
			connections.delete(connection)
			handler.disconnected(connection)
		})
	}

	function sweep(): void {
		const idleSince = Date.now() - limits.idleTimeout
		let buffered = 0
		for (const connection of connections) {
			buffered += connection.bufferedBytes
			if (connection.lastReceivedAt < idleSince) connection.terminate()
			else handler.check(connection)
		}
		if (buffered > limits.maxTotalBacklog) terminateSlowest(buffered - limits.maxTotalBacklog)
	}

	function terminateSlowest(excess: number): void {
		let left = excess
		const slowest = [...connections].sort((a, b) => b.bufferedBytes - a.bufferedBytes)
		for (const connection of slowest) {
			if (left <= 0) return
			left -= connection.bufferedBytes
			connection.terminate()
		}
	}

	/** Closes what keys no longer accept. A client that was identified before the change is in the list by the next turn of the loop. */
	async function checkAllKeys(): Promise<void> {
		await setImmediate()
		for (const connection of connections) void checkKey(connection)
	}

	async function checkKey(connection: Connection): Promise<void> {
		const identified = await identifyKey(connection.apiKey, identify).catch(failHandshake)
		if ('error' in identified) connection.close(1008, 'This API key was replaced')
		else handler.checkTokens(connection)
	}

	function failHandshake(error: unknown): HandshakeRejection {
		log.error({ err: error }, 'unexpected')
		return { status: '500 Internal Server Error', error: 'Please try again' }
	}

	const isFull = () => closing || connections.size >= limits.maxSockets

	async function accept(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
		const read = isFull() ? tooManySockets : await readHandshake(request, identify).catch(failHandshake)
		// Other handshakes may have taken the last places meanwhile.
		const handshake = isFull() ? tooManySockets : read
		if ('error' in handshake) return rejectHandshake(socket, handshake)
		server.handleUpgrade(request, socket, head, (ws) => {
			const { version } = handshake
			// Sockets that follow each other with one key share its text, which is the largest part of an idle one.
			if (handshake.apiKey !== lastKey) lastKey = handshake.apiKey
			addConnection(ws, version, new Connection(ws, { ...handshake, apiKey: lastKey }, limits))
		})
	}

	return {
		start(): void {
			sweeper = setInterval(sweep, 1000).unref()
			endedSessions.onChange(() => {
				for (const connection of connections) handler.check(connection)
			})
			keys.onChange(() => void checkAllKeys())
			issuedKeys.onChange(() => void checkAllKeys())
		},
		count: () => connections.size,
		/** Answers a handshake, or rejects it in plain HTTP with `{"error": text}`. */
		upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
			socket.on('error', () => {})
			void accept(request, socket, head)
		},
		/** Closes all sockets with 1001, which makes clients reconnect. */
		async close(): Promise<void> {
			closing = true
			clearInterval(sweeper)
			for (const connection of connections) connection.close(1001, 'going away')
			const deadline = performance.now() + 1000
			while (connections.size > 0 && performance.now() < deadline)
				await new Promise((resolve) => setTimeout(resolve, 10))
			for (const connection of connections) connection.terminate()
		},
	}
}

type HandshakeRejection = { status: string; error: string }

/** Reads the API key and the protocol version of a handshake. */
async function readHandshake(request: IncomingMessage, identify: Identify): Promise<Handshake | HandshakeRejection> {
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
	const apiKey = typeof key === 'string' ? key : undefined
	const identified = await identifyKey(apiKey, identify, url)
	if ('error' in identified) return identified
	return { version, caller: identified, apiKey, headers: customHeaders(request) }
}

/** @param url of the handshake, in which some keys are not accepted */
async function identifyKey(
	apiKey: string | undefined,
	identify: Identify,
	url?: URL,
): Promise<Caller | HandshakeRejection> {
	try {
		return await identify(new Headers(apiKey === undefined ? {} : { apikey: apiKey }), url)
	} catch (error) {
		// The key has characters that are not allowed in a header.
		if (error instanceof TypeError) return { status: '401 Unauthorized', error: 'Invalid API key' }
		if (!(error instanceof CallerError)) throw error
		return { status: '401 Unauthorized', error: error.message }
	}
}

/** Answers in plain HTTP and destroys the socket, even when the client keeps its half open. */
function rejectHandshake(socket: Duplex, { status, error }: HandshakeRejection): void {
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
