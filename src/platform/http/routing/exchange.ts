import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'
import { readBytes } from '#platform/http/body/read-body.ts'
import type { createClientAddress } from '#platform/http/request/client-address.ts'
import type { RequestTarget } from '#platform/http/request/request-target.ts'
import type { RouteOptions } from './route-options.ts'

/** The transport of one request: a socket, or a Fetch request in tests. Methods are called only when a handler needs the value. */
export type RequestSource = {
	headers: IncomingHttpHeaders
	/** Null for GET and HEAD, whose bodies have no meaning (RFC 9110 §9.3.1). */
	body(): Readable | null
	ip(): string
	/** Aborted when the client leaves before the last byte of its answer. */
	signal(): AbortSignal
	requestId(): string
}

/** The names of a path's parameters and their values, still encoded, in the same order. */
export type PathParams = { names: readonly string[]; values: readonly string[] }

/** One request on its way to its answer. Id, address, query and body cost nothing until a handler reads them. */
export class Exchange {
	readonly method: string
	/** Decoded but for reserved characters, as the route table matches it. */
	readonly path: string
	/** As the client sent it, normalised by the URL standard. */
	readonly rawPath: string
	/** With its question mark, or empty. */
	readonly search: string
	readonly headers: IncomingHttpHeaders
	/** Those of its route. */
	readonly options: RouteOptions
	readonly #source: RequestSource
	readonly #params: PathParams
	#searchParams: URLSearchParams | undefined
	#body: Readable | null | undefined
	#bytes: Promise<Buffer> | undefined
	#signal: AbortSignal | undefined
	#ip: string | undefined
	#requestId: string | undefined

	constructor(method: string, target: RequestTarget, options: RouteOptions, params: PathParams, source: RequestSource) {
		this.method = method
		this.path = target.path
		this.rawPath = target.rawPath
		this.search = target.search
		this.headers = source.headers
		this.#params = params
		this.options = options
		this.#source = source
	}

	/** @param name in lower case */
	header(name: string): string | undefined {
		const value = this.headers[name]
		return Array.isArray(value) ? value.join(', ') : value
	}

	/** The same as Fetch's `Headers` gives it, so that an exchange can stand for them. */
	get(name: string): string | null {
		return this.header(name.toLowerCase()) ?? null
	}

	/** The first value of a query parameter; without a name, the first of each. */
	query(name: string): string | undefined
	query(): Record<string, string>
	query(name?: string): string | undefined | Record<string, string> {
		if (name !== undefined) return this.search === '' ? undefined : (this.searchParams.get(name) ?? undefined)
		const firsts: Record<string, string> = Object.create(null)
		for (const [key, value] of this.searchParams) firsts[key] ??= value
		return firsts
	}

	get searchParams(): URLSearchParams {
		this.#searchParams ??= new URLSearchParams(this.search)
		return this.#searchParams
	}

	/** A parameter of the route's path, decoded; empty when the route has none of this name. */
	param(name: string): string {
		const { names, values } = this.#params
		const value = values[names.indexOf(name)]
		return value === undefined ? '' : decodeParam(value)
	}

	get requestId(): string {
		this.#requestId ??= this.#source.requestId()
		return this.#requestId
	}

	/** The client's address, or the one that a trusted proxy reported. */
	get ip(): string {
		this.#ip ??= this.#source.ip()
		return this.#ip
	}

	get signal(): AbortSignal {
		this.#signal ??= this.#source.signal()
		return this.#signal
	}

	/** The body for handlers that read it as a stream. Others use `bytes` or `text`. */
	get body(): Readable | null {
		if (this.#body === undefined) this.#body = this.#source.body()
		return this.#body
	}

	/**
	 * The whole body. It is read once: a captcha check and a handler may both ask.
	 * @throws BodyError
	 */
	bytes(maxBytes: number): Promise<Buffer> {
		this.#bytes ??= readBytes(this.body, {
			maxBytes,
			contentLength: this.headers['content-length'],
			ip: this.ip,
		})
		return this.#bytes
	}

	/**
	 * The whole body as UTF-8, where bytes that are not UTF-8 are replaced.
	 * @throws BodyError
	 */
	async text(maxBytes: number): Promise<string> {
		return decoder.decode(await this.bytes(maxBytes))
	}
}

const decoder = new TextDecoder()

/** A parameter may hold what the path as a whole keeps encoded, such as `%2F`. */
function decodeParam(value: string): string {
	if (!value.includes('%')) return value
	try {
		return decodeURIComponent(value)
	} catch {
		return value.replace(/(?:%[0-9a-f]{2})+/gi, (escapes) => {
			try {
				return decodeURIComponent(escapes)
			} catch {
				return escapes
			}
		})
	}
}

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
