import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import type { Deps } from '#server/deps.ts'
import type { Channel } from '#server/realtime/channels/channel.ts'
import type { Protocol } from '#server/realtime/channels/protocol.ts'
import { Budget, type Limits } from '#server/realtime/limits.ts'
import { decodeBinary } from './broadcast-frames.ts'
import { Connection } from './connection.ts'
import { decodeText, type Version } from './frames.ts'
import { type Refusal, readHandshake, refuse } from './handshake.ts'

const rechecksPerSweep = 20
const tooMany: Refusal = { status: '429 Too Many Requests', error: 'Too many connected users' }

/** The sockets of one node: handshakes, frames, idle, expired and slow ones. */
export class Sockets {
	private readonly connections = new Set<Connection>()
	private readonly deps: Deps
	private readonly protocol: Protocol
	private readonly limits: Limits
	private readonly server: WebSocketServer
	private readonly rechecks = new Budget(rechecksPerSweep, 900)
	private sweeper: NodeJS.Timeout | undefined
	private closing = false

	constructor(deps: Deps, protocol: Protocol, limits: Limits) {
		this.deps = deps
		this.protocol = protocol
		this.limits = limits
		this.server = new WebSocketServer({
			noServer: true,
			// Each deflate context costs more memory than all the rest of an idle client.
			perMessageDeflate: false,
			clientTracking: false,
			maxPayload: limits.frame,
		})
	}

	start(): void {
		this.sweeper = setInterval(() => this.sweep(), 1000).unref()
		this.deps.endedSessions.onEnd(() => this.checkAll())
	}

	/** Answers a handshake, or refuses it in plain HTTP with `{"error": text}`. */
	upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
		socket.on('error', () => {})
		const isFull = this.closing || this.connections.size >= this.limits.sockets
		const handshake = isFull ? tooMany : readHandshake(request, this.deps.identify)
		if ('error' in handshake) refuse(socket, handshake)
		else
			this.server.handleUpgrade(request, socket, head, (ws) => {
				const { version, caller, headers } = handshake
				this.attend(ws, version, new Connection(ws, version, caller, headers, this.limits))
			})
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

	private attend(ws: WebSocket, version: Version, connection: Connection): void {
		this.connections.add(connection)
		ws.on('message', (data: Buffer, isBinary: boolean) => {
			if (!connection.takeMessage()) return this.protocol.flooded(connection)
			const message = isBinary ? decodeBinary(data) : decodeText(version, data.toString('utf8'))
			if (message) this.protocol.receive(connection, message)
		})
		// Frames that are too big or malformed: ws has closed the socket with 1009, 1002 or 1007 by itself.
		ws.on('error', () => {})
		ws.on('close', () => {
			this.connections.delete(connection)
			this.protocol.disconnected(connection)
		})
	}

	/** One timer for all sockets. */
	private sweep(): void {
		const silentSince = Date.now() - this.limits.idle
		let waiting = 0
		for (const connection of this.connections) {
			waiting += connection.waiting
			if (connection.lastHeard < silentSince) connection.terminate()
			else for (const channel of connection.channels.values()) this.check(channel)
		}
		if (waiting > this.limits.totalBacklog) this.cutTheSlowest(waiting - this.limits.totalBacklog)
	}

	private checkAll(): void {
		for (const { channels } of this.connections)
			for (const channel of channels.values()) this.check(channel)
	}

	private check(channel: Channel): void {
		const { membership, renewal } = this.protocol
		if (channel.isExpired) membership.shutDown(channel, 'Token has expired')
		else if (this.deps.endedSessions.has(channel.claims))
			membership.shutDown(channel, 'Session has ended')
		else if (channel.isPrivate && channel.state === 'joined' && this.isDue(channel))
			renewal.recheck(channel)
	}

	/** A few at a time: thousands that joined together must not ask the database together. */
	private isDue({ judgedAt }: Channel): boolean {
		return Date.now() - judgedAt > this.limits.recheck && this.rechecks.take()
	}

	private cutTheSlowest(excess: number): void {
		let left = excess
		for (const connection of [...this.connections].sort((a, b) => b.waiting - a.waiting)) {
			if (left <= 0) return
			left -= connection.waiting
			connection.terminate()
		}
	}
}
