import type { WebSocket } from 'ws'
import type { Caller } from '#server/http/caller.ts'
import type { Channel } from '#server/realtime/channels/channel.ts'
import { Budget, limits } from '#server/realtime/limits.ts'
import { type Broadcast, encode, encodeBroadcast, type Ref, type Version } from './frames.ts'

type Address = { topic: string; joinRef?: Ref; ref?: Ref }

/** One socket. Kept small: most of ten thousand of them are idle. */
export class Connection {
	private readonly socket: WebSocket
	readonly version: Version
	/** Who the key of the handshake speaks for. */
	readonly caller: Caller
	readonly channels = new Map<string, Channel>()
	readonly messages = new Budget(limits.messagesPerSecond, 1000)
	lastHeard = Date.now()

	constructor(socket: WebSocket, version: Version, caller: Caller) {
		this.socket = socket
		this.version = version
		this.caller = caller
	}

	/** @param payload JSON text */
	push(event: string, { topic, joinRef = null, ref = null }: Address, payload: string): void {
		this.send(encode(this.version, { joinRef, ref, topic, event }, payload))
	}

	reply(to: Address, status: 'ok' | 'error', response: object = {}): void {
		this.push('phx_reply', to, JSON.stringify({ status, response }))
	}

	broadcast(topic: string, message: Broadcast): void {
		const frame = encodeBroadcast(this.version, topic, message)
		if (frame !== undefined) this.send(frame)
	}

	close(code: number, reason: string): void {
		this.socket.close(code, reason)
	}

	terminate(): void {
		this.socket.terminate()
	}

	private send(frame: string | Buffer): void {
		if (this.socket.readyState !== this.socket.OPEN) return
		// A client that stopped reading must not fill the server's memory. It reconnects and reads afresh.
		if (this.socket.bufferedAmount > limits.backlog) this.socket.terminate()
		else this.socket.send(frame)
	}
}
