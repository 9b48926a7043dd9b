import type { WebSocket } from 'ws'
import type { Caller } from '#server/http/caller.ts'
import type { Channel } from '#server/realtime/channels/channel.ts'
import { Budget, type Limits } from '#server/realtime/limits.ts'
import { type Address, encode, type Frame, type Version } from './frames.ts'

/** Sent over `Budget.excess` times its messages, a socket is closed; before that, its channels are. */
const unbearable = 5

/** A tenth of what the node takes from all. */
const presenceShare = ({ presencePerSecond }: Limits) =>
	Math.max(5, Math.floor(presencePerSecond / 10))

const settled = Promise.resolve()

/** One socket. Kept small: most of ten thousand of them are idle. */
export class Connection {
	private readonly socket: WebSocket
	private readonly limits: Limits
	private readonly messages: Budget
	readonly version: Version
	/** Who the key of the handshake speaks for. */
	readonly caller: Caller
	/** The `x-…` headers of the handshake as JSON, for policies that look at them. */
	readonly headers: string | undefined
	readonly channels = new Map<string, Channel>()
	lastHeard = Date.now()
	private line: Promise<unknown> = settled
	private presences: Budget | undefined

	constructor(
		socket: WebSocket,
		version: Version,
		caller: Caller,
		headers: string | undefined,
		limits: Limits,
	) {
		this.socket = socket
		this.version = version
		this.caller = caller
		this.headers = headers
		this.limits = limits
		this.messages = new Budget(limits.messagesPerSecond, 1000)
	}

	/** Joins of one socket take turns in asking the database: none of them may keep it from other sockets. */
	inTurn<T>(work: () => Promise<T>): Promise<T> {
		const result = this.line.then(work)
		this.line = result.catch(() => {})
		return result
	}

	/** Bytes that wait because the client does not read. */
	get waiting(): number {
		return this.socket.bufferedAmount
	}

	/** Counts a message. @returns false when it is one too many */
	takeMessage(): boolean {
		this.lastHeard = Date.now()
		if (this.messages.take(1, this.lastHeard)) return true
		if (this.messages.excess > unbearable) this.close(1008, 'Too many messages per second')
		return false
	}

	/** Counts a message about presence. @returns false when this socket takes more of the node's than its share */
	takePresence(): boolean {
		this.presences ??= new Budget(presenceShare(this.limits), 1000)
		return this.presences.take()
	}

	/** @param payload JSON text */
	push(event: string, to: Address, payload: string): void {
		this.send(encode(this.version, event, to, payload))
	}

	reply(to: Address, status: 'ok' | 'error', response: object = {}): void {
		this.push('phx_reply', to, JSON.stringify({ status, response }))
	}

	send({ data, binary }: Frame): void {
		if (this.socket.readyState !== this.socket.OPEN) return
		// A client that stopped reading must not fill the server's memory. It reconnects and reads afresh.
		if (this.socket.bufferedAmount > this.limits.backlog) this.socket.terminate()
		else this.socket.send(data, { binary })
	}

	close(code: number, reason: string): void {
		this.socket.close(code, reason)
	}

	terminate(): void {
		this.socket.terminate()
	}
}
