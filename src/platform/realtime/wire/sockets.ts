import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import type { Deps } from '#platform/deps.ts'
import type { RealtimeQuotas } from '#platform/realtime/quotas.ts'
import { decodeBinary } from './broadcast-frames.ts'
import { Connection } from './connection.ts'
import { decodeText, type Inbound, type ProtocolVersion } from './frames.ts'
import { type HandshakeRejection, readHandshake, rejectHandshake } from './handshake.ts'

/** Receives the events of sockets. */
type SocketHandler = {
	receive(connection: Connection, message: Inbound): void
	messageRateExceeded(connection: Connection): void
	disconnected(connection: Connection): void
	/** Closes channels whose token expired or whose session ended, and rechecks policies that are due. */
	check(connection: Connection): void
}

const tooManySockets: HandshakeRejection = {
	status: '429 Too Many Requests',
	error: 'Too many connected users',
}

/** The sockets of one node: handshakes, frames, and closing of idle and slow ones. */
export class Sockets {
	private readonly connections = new Set<Connection>()
	private readonly deps: Deps
	private readonly handler: SocketHandler
	private readonly limits: RealtimeQuotas
	private readonly server: WebSocketServer
	private sweeper: NodeJS.Timeout | undefined
	private closing = false

	constructor(deps: Deps, handler: SocketHandler, limits: RealtimeQuotas) {
		this.deps = deps
		this.handler = handler
		this.limits = limits
		this.server = new WebSocketServer({
			noServer: true,
			// A deflate context takes more memory than the rest of an idle client.
			perMessageDeflate: false,
			clientTracking: false,
			maxPayload: limits.maxFrame,
		})
	}

	start(): void {
		this.sweeper = setInterval(() => this.sweep(), 1000).unref()
		this.deps.endedSessions.onChange(() => {
			for (const connection of this.connections) this.handler.check(connection)
		})
	}

	/** Answers a handshake, or rejects it in plain HTTP with `{"error": text}`. */
	upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
		socket.on('error', () => {})
		const isFull = this.closing || this.connections.size >= this.limits.maxSockets
		const handshake = isFull ? tooManySockets : readHandshake(request, this.deps.identify)
		if ('error' in handshake) rejectHandshake(socket, handshake)
		else
			this.server.handleUpgrade(request, socket, head, (ws) => {
				const { version, caller, headers } = handshake
				this.addConnection(ws, version, new Connection(ws, version, caller, headers, this.limits))
			})
	}

	/** Closes all sockets with 1001, which makes clients reconnect. */
	async close(): Promise<void> {
		this.closing = true
		clearInterval(this.sweeper)
		for (const connection of this.connections) connection.close(1001, 'going away')
		const deadline = performance.now() + 1000
		while (this.connections.size > 0 && performance.now() < deadline)
			await new Promise((resolve) => setTimeout(resolve, 10))
		for (const connection of this.connections) connection.terminate()
	}

	private addConnection(ws: WebSocket, version: ProtocolVersion, connection: Connection): void {
		this.connections.add(connection)
		ws.on('message', (data: Buffer, isBinary: boolean) => {
			if (!connection.takeMessage()) return this.handler.messageRateExceeded(connection)
			const message = isBinary ? decodeBinary(data) : decodeText(version, data.toString('utf8'))
			if (message) this.handler.receive(connection, message)
		})
		// ws itself closes the socket for frames that are too big or malformed, with 1009, 1002 or 1007.
		ws.on('error', () => {})
		ws.on('close', () => {
			this.connections.delete(connection)
			this.handler.disconnected(connection)
		})
	}

	private sweep(): void {
		const idleSince = Date.now() - this.limits.idleTimeout
		let buffered = 0
		for (const connection of this.connections) {
			buffered += connection.bufferedBytes
			if (connection.lastReceivedAt < idleSince) connection.terminate()
			else this.handler.check(connection)
		}
		if (buffered > this.limits.maxTotalBacklog) this.terminateSlowest(buffered - this.limits.maxTotalBacklog)
	}

	private terminateSlowest(excess: number): void {
		let left = excess
		const slowest = [...this.connections].sort((a, b) => b.bufferedBytes - a.bufferedBytes)
		for (const connection of slowest) {
			if (left <= 0) return
			left -= connection.bufferedBytes
			connection.terminate()
		}
	}
}
