import type { WebSocket } from 'ws'
import type { Caller } from '#platform/http/request/caller.ts'
import { FixedWindowLimiter, type RealtimeQuotas } from '#platform/realtime/quotas.ts'
import { type Address, encodeFrame, type Frame, type ProtocolVersion } from './frames.ts'

/** Factor over the message rate at which the socket is closed; below it only its channels are. */
const maxOveruse = 5

/** One socket may use a tenth of the node's rate. */
const presenceLimit = ({ presencePerSecond }: RealtimeQuotas) => Math.max(5, Math.floor(presencePerSecond / 10))

const settled = Promise.resolve()

/** An accepted handshake. */
export type Handshake = {
	version: ProtocolVersion
	/** Identity of the key. */
	caller: Caller
	apiKey: string | undefined
	/** The request's `x-…` headers as JSON, for policies that read `request.headers`; undefined when there are none. */
	headers: string | undefined
}

/** One socket. Small, as thousands of them are idle. */
export class Connection {
	private readonly socket: WebSocket
	private readonly limits: RealtimeQuotas
	private readonly messageLimiter: FixedWindowLimiter
	readonly version: ProtocolVersion
	/** Identity of the handshake's key. */
	readonly caller: Caller
	readonly apiKey: string | undefined
	/** The `x-…` headers of the handshake as JSON, for policies that read `request.headers`. */
	readonly headers: string | undefined
	lastReceivedAt = Date.now()
	private queueTail: Promise<unknown> = settled
	private receiving: Promise<void> | undefined
	private presenceLimiter: FixedWindowLimiter | undefined

	constructor(socket: WebSocket, { version, caller, apiKey, headers }: Handshake, limits: RealtimeQuotas) {
		this.socket = socket
		this.version = version
		this.caller = caller
		this.apiKey = apiKey
		this.headers = headers
		this.limits = limits
		this.messageLimiter = new FixedWindowLimiter(limits.messagesPerSecond, 1000)
	}

	/** Runs database work of one socket in order, so that one socket cannot occupy the pool. */
	runInOrder<T>(work: () => Promise<T>): Promise<T> {
		const result = this.queueTail.then(work)
		this.queueTail = result.catch(() => {})
		return result
	}

	/** Handles messages in the order in which they came. While one is waited for, the socket is not read. */
	receiveInOrder(handle: () => Promise<void> | undefined): void {
		const handling = this.receiving ? this.receiving.then(handle) : handle()
		if (!handling) return
		this.socket.pause()
		const receiving = handling.finally(() => {
			if (this.receiving !== receiving) return
			this.receiving = undefined
			this.socket.resume()
		})
		this.receiving = receiving
	}

	get isOpen(): boolean {
		return this.socket.readyState === this.socket.OPEN
	}

	/** Bytes not yet read by the client. */
	get bufferedBytes(): number {
		return this.socket.bufferedAmount
	}

	/** Counts a message. @returns false over the rate */
	takeMessage(): boolean {
		this.lastReceivedAt = Date.now()
		if (this.messageLimiter.take(1, this.lastReceivedAt)) return true
		if (this.messageLimiter.overuse > maxOveruse) this.close(1008, 'Too many messages per second')
		return false
	}

	/** Counts a presence message. @returns false over the socket's share of the node's rate */
	takePresence(): boolean {
		this.presenceLimiter ??= new FixedWindowLimiter(presenceLimit(this.limits), 1000)
		return this.presenceLimiter.take()
	}

	/** @param payload JSON text */
	push(event: string, to: Address, payload: string): void {
		this.send(encodeFrame(this.version, event, to, payload))
	}

	reply(to: Address, status: 'ok' | 'error', response: object = {}): void {
		this.push('phx_reply', to, JSON.stringify({ status, response }))
	}

	send({ data, binary }: Frame): void {
		if (this.socket.readyState !== this.socket.OPEN) return
		// A client that stopped reading must not fill the memory. It reconnects.
		if (this.socket.bufferedAmount > this.limits.maxBacklog) this.socket.terminate()
		else this.socket.send(data, { binary })
	}

	close(code: number, reason: string): void {
		this.socket.close(code, reason)
	}

	terminate(): void {
		this.socket.terminate()
	}
}
