import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer } from 'ws'
import type { Deps } from '#server/deps.ts'
import { type Caller, CallerError } from '#server/http/caller.ts'
import type { Protocol } from '#server/realtime/channels/protocol.ts'
import { limits } from '#server/realtime/limits.ts'
import { Connection } from './connection.ts'
import { decodeBinary, decodeText, type Version } from './frames.ts'

/** The sockets of one node: handshakes, frames, idle and expired ones. */
export class Sockets {
	readonly connections = new Set<Connection>()
	private readonly deps: Deps
	private readonly protocol: Protocol
	private readonly server = new WebSocketServer({
		noServer: true,
		// Each deflate context costs more memory than all the rest of an idle client.
		perMessageDeflate: false,
		clientTracking: false,
		maxPayload: limits.frame,
	})
	private sweeper: NodeJS.Timeout | undefined
	private closing = false

	constructor(deps: Deps, protocol: Protocol) {
		this.deps = deps
		this.protocol = protocol
	}

	start(): void {
		this.sweeper = setInterval(() => this.sweep(), 1000).unref()
	}

	/** Answers a handshake, or refuses it in plain HTTP with `{"error": text}`. */
	upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
		socket.on('error', () => {})
		const url = URL.parse(request.url ?? '/', 'http://localhost')
		const vsn = url?.searchParams.get('vsn') ?? '1.0.0'
		if (url?.pathname.replace(/\/$/, '') !== '/realtime/v1/websocket')
			refuse(socket, '404 Not Found', 'There is no socket at this address')
		else if (this.closing || this.connections.size >= limits.connections)
			refuse(socket, '429 Too Many Requests', 'Too many connected users')
		else if (vsn !== '1.0.0' && vsn !== '2.0.0')
			refuse(socket, '400 Bad Request', 'Only the versions 1.0.0 and 2.0.0 are spoken here')
		else {
			const caller = this.identify(socket, url.searchParams.get('apikey'), request)
			if (caller) this.accept(request, socket, head, vsn, caller)
		}
	}

	private identify(
		socket: Duplex,
		inUrl: string | null,
		request: IncomingMessage,
	): Caller | undefined {
		const key = inUrl ?? request.headers.apikey ?? request.headers['x-api-key']
		try {
			return this.deps.identify(new Headers(typeof key === 'string' ? { apikey: key } : {}))
		} catch (error) {
			if (!(error instanceof CallerError)) throw error
			refuse(socket, '401 Unauthorized', error.message)
			return undefined
		}
	}

	/** Says goodbye; clients come back to another node or to the next start. */
	async close(): Promise<void> {
		this.closing = true
		clearInterval(this.sweeper)
		for (const connection of this.connections) connection.close(1001, 'going away')
		const deadline = performance.now() + 1000
		while (this.connections.size > 0 && performance.now() < deadline)
			await new Promise((resolve) => setTimeout(resolve, 10))
		for (const connection of this.connections) connection.terminate()
	}

	private accept(
		request: IncomingMessage,
		socket: Duplex,
		head: Buffer,
		version: Version,
		caller: Caller,
	): void {
		this.server.handleUpgrade(request, socket, head, (ws) => {
			const connection = new Connection(ws, version, caller)
			this.connections.add(connection)
			ws.on('message', (data: Buffer, isBinary: boolean) => {
				const message = isBinary ? decodeBinary(data) : decodeText(version, data.toString('utf8'))
				if (!message) return
				this.protocol.receive(connection, message).catch((error) => {
					this.deps.log.error({ err: error }, 'a realtime message failed')
				})
			})
			ws.on('error', () => {})
			ws.on('close', () => {
				this.connections.delete(connection)
				this.protocol.disconnected(connection)
			})
		})
	}

	/** One timer for all sockets. */
	private sweep(): void {
		const silentSince = Date.now() - limits.idle
		for (const connection of this.connections) {
			if (connection.lastHeard < silentSince) connection.terminate()
			else
				for (const channel of connection.channels.values())
					if (channel.isExpired) this.protocol.shutDown(channel, 'Token has expired')
		}
	}
}

function refuse(socket: Duplex, status: string, error: string): void {
	const body = JSON.stringify({ error })
	socket.end(
		`HTTP/1.1 ${status}\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
	)
}
