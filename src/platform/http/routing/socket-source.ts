import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { createClientAddress } from '#platform/http/request/client-address.ts'
import type { RequestSource } from './exchange.ts'

/** A request over a socket. */
export class SocketSource implements RequestSource {
	readonly headers: IncomingMessage['headers']
	readonly #request: IncomingMessage
	readonly #response: ServerResponse
	readonly #clientAddress: ReturnType<typeof createClientAddress>

	constructor(
		request: IncomingMessage,
		response: ServerResponse,
		clientAddress: ReturnType<typeof createClientAddress>,
	) {
		this.headers = request.headers
		this.#request = request
		this.#response = response
		this.#clientAddress = clientAddress
	}

	body() {
		const { method } = this.#request
		return method === 'GET' || method === 'HEAD' ? null : this.#request
	}

	ip() {
		const forwardedFor = this.headers['x-forwarded-for'] as string | undefined
		return this.#clientAddress(this.#request.socket.remoteAddress, forwardedFor)
	}

	signal() {
		const controller = new AbortController()
		const response = this.#response
		response.once('close', () => {
			if (!response.writableFinished) controller.abort()
		})
		if (response.destroyed) controller.abort()
		return controller.signal
	}

	requestId() {
		return randomUUID()
	}
}
