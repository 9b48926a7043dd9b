import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { drainAfterAnswer } from './body/drain-body.ts'
import { createServer } from './node-http.ts'
import { createWriteBackpressure } from './write-backpressure.ts'

export type Handlers = {
	upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => void
	/** Answers a request; false for one that cannot be understood. */
	listener: (request: IncomingMessage, response: ServerResponse) => boolean
}

/** The sockets of one process. They listen before the services are ready, and say so meanwhile. */
export type HttpServer = {
	port: number
	serve(handlers: Handlers): void
	/** Number of open connections. */
	connections(): number
	/** Accepts no new connections, waits for running requests, and closes the rest after `milliseconds`. */
	drain(milliseconds: number): Promise<void>
}

/**
 * Limits of connections. `idleTimeout`: milliseconds after which a connection without traffic in either direction is
 * closed. `maxBufferedBytes`: bytes of buffered responses of all connections.
 */
export type ConnectionLimits = { idleTimeout: number; maxBufferedBytes: number }
/**
 * Milliseconds for which an idle connection is kept. A proxy that sends a POST on a connection that is being closed
 * answers 502, so it has to be the first to close: Caddy does after 120 seconds, nginx and AWS load balancers after 60.
 */
const keepAliveTimeout = 125_000
const defaultConnectionLimits: ConnectionLimits = {
	idleTimeout: 120_000,
	maxBufferedBytes: 512 * 1024 * 1024,
}

/**
 * Listens on the same port of each host and skips hosts that the machine does not have.
 * @param bounds overrides of the default limits
 * @throws Error with one line when the port is in use
 */
export async function listen(
	hosts: readonly string[],
	port: number,
	bounds: Partial<ConnectionLimits> = {},
): Promise<HttpServer> {
	let handlers: Handlers | undefined
	const servers: Server[] = []
	const { idleTimeout: silence, maxBufferedBytes: mostWaiting } = {
		...defaultConnectionLimits,
		...bounds,
	}
	const backpressure = createWriteBackpressure(mostWaiting)

	const connections = new Set<Connection>()
	let isDraining = false

	const onRequest = (request: IncomingMessage, response: ServerResponse) => {
		if (isDraining) response.shouldKeepAlive = false
		if (!handlers) return answerWhileStarting(request, response)
		if (hasDuplicateHostOrAuthorization(request)) return answerBadRequest(request, response)
		if (!handlers.listener(request, response)) answerBadRequest(request, response)
	}
	const onUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => {
		if (handlers) handlers.upgrade(request, socket, head)
		else socket.destroy()
	}

	let bound = port
	for (const host of hosts) {
		const server = createServer(
			{
				maxHeaderSize: 16_384,
				headersTimeout: 10_000,
				requestTimeout: 1_800_000,
				shouldUpgradeCallback: isWebSocketUpgrade,
			},
			onRequest,
		)
		server.keepAliveTimeout = keepAliveTimeout
		// A client that reads nothing of a response would keep it, and a file, open forever. Upgraded sockets have
		// their own rule.
		server.timeout = silence
		server.on('connection', backpressure.track)
		server.on('connection', (socket: Connection) => {
			connections.add(socket)
			socket.once('close', () => connections.delete(socket))
		})
		server.on('upgrade', onUpgrade)
		const opened = await listenOnHost(server, host, bound, servers.length > 0)
		if (!opened) continue
		bound = opened
		servers.push(server)
	}
	if (servers.length === 0) throw new Error(`None of the addresses ${hosts.join(', ')} exists on this machine.`)

	return {
		port: bound,
		serve(newHandlers) {
			handlers = newHandlers
		},
		connections: () => connections.size,
		async drain(milliseconds) {
			isDraining = true
			// A client must not send its next request on a connection that is about to close.
			for (const { _httpMessage: answer } of connections)
				if (answer && !answer.headersSent) answer.shouldKeepAlive = false
			const closing = servers.map((server) => new Promise((resolve) => server.close(resolve)))
			for (const server of servers) server.closeIdleConnections()
			const cut = setTimeout(() => {
				for (const server of servers) server.closeAllConnections()
			}, milliseconds)
			await Promise.all(closing)
			clearTimeout(cut)
			backpressure.stop()
		},
	}
}

/** Node's properties of a socket while it serves a request. */
type Connection = Socket & { _httpMessage?: ServerResponse | null }

/** An offer to upgrade to another HTTP (`h2c`) is ignored, as RFC 9110 §7.8 allows. */
function isWebSocketUpgrade({ headers }: IncomingMessage): boolean {
	return headers.upgrade?.toLowerCase() === 'websocket'
}

const startingAnswer = JSON.stringify({
	status: 'starting',
	checks: [
		{ name: 'migrations', ok: false, reason: 'The server starts: the database is opened and brought up to date.' },
	],
})

/** Before the services are ready: the process is alive, and any other request is to be retried. */
function answerWhileStarting(request: IncomingMessage, response: ServerResponse) {
	const { method, url, headers } = request
	if (url === '/health' && (method === 'GET' || method === 'HEAD')) {
		response.writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-store' })
		return response.end('{"status":"ok"}')
	}
	if (url === '/ready') {
		response.writeHead(503, { 'retry-after': '1', 'content-type': 'application/json', 'cache-control': 'no-store' })
		return response.end(startingAnswer)
	}
	// A client that queries the offset of an upload would take 503 for its end and restart it.
	const isResuming = method === 'HEAD' && 'tus-resumable' in headers
	const status = isResuming ? 423 : 503
	drainAfterAnswer(request, response, status)
	const body = 'Plaudit is starting.\n'
	response.writeHead(status, { 'retry-after': '1', 'content-type': 'text/plain', 'content-length': body.length })
	return response.end(method === 'HEAD' ? undefined : body)
}

/**
 * True when a request names two hosts or two bearers. Node takes the first, Fetch both, and a proxy may have checked the last, so
 * such a request is refused (RFC 9112 §3.2).
 */
function hasDuplicateHostOrAuthorization({ rawHeaders }: IncomingMessage): boolean {
	let hosts = 0
	let bearers = 0
	for (let at = 0; at < rawHeaders.length; at += 2) {
		const name = rawHeaders[at] ?? ''
		// Comparing lengths first skips nearly every other header.
		if (name.length === 4 && name.toLowerCase() === 'host') hosts++
		else if (name.length === 13 && name.toLowerCase() === 'authorization') bearers++
	}
	return hosts > 1 || bearers > 1
}

function answerBadRequest(request: IncomingMessage, response: ServerResponse): void {
	drainAfterAnswer(request, response, 400)
	const body = 'The request cannot be understood.\n'
	const type = { 'content-type': 'text/plain', 'content-length': body.length }
	response.writeHead(400, { ...type, connection: 'close' })
	response.end(body)
}

/** Errors of an address that this machine does not have, and of a name that cannot be resolved. */
const missingHost = new Set(['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN', 'EINVAL'])

/** @returns the port, or nothing when the host does not exist here and another one does */
function listenOnHost(server: Server, host: string, port: number, optional: boolean): Promise<number | undefined> {
	return new Promise((resolve, reject) => {
		server.once('error', (error: NodeJS.ErrnoException) => {
			if (error.code === 'EADDRINUSE')
				reject(new Error(`Port ${port} is already in use on ${host}. Stop what uses it, or set PORT.`))
			else if (error.code === 'EACCES')
				reject(new Error(`Port ${port} may not be opened by this user. Set PORT to 1024 or more.`))
			else if (optional && (error.code === 'EADDRNOTAVAIL' || error.code === 'EAFNOSUPPORT')) resolve(undefined)
			else if (missingHost.has(error.code ?? ''))
				reject(
					new Error(
						`HOST: ${host} is no address of this machine. Leave it out for this machine alone, or set 0.0.0.0 for every network.`,
					),
				)
			else reject(new Error(`HOST: ${host} cannot be listened on: ${error.message}`))
		})
		server.listen(port, host, () => {
			const address = server.address()
			resolve(typeof address === 'object' && address ? address.port : port)
		})
	})
}
