import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { getRequestListener } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { createSlowReaders } from './slow-readers.ts'
import { sendStream } from './stream-response.ts'

export type Handlers = {
	fetch: Parameters<typeof getRequestListener>[0]
	upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => void
	/** Answers from ready bytes before anything else runs; false when it has none. */
	hot: (request: IncomingMessage, response: ServerResponse) => boolean
}

/** The sockets of one process. They listen before the services are ready and say so meanwhile. */
export type HttpServer = {
	port: number
	serve(handlers: Handlers): void
	/** Takes no new connections, lets running requests end, cuts what is left after `milliseconds`. */
	drain(milliseconds: number): Promise<void>
}

/**
 * What connections are held to. `silence`: milliseconds after which one ends on which nothing moves any more, in neither
 * direction. `mostWaiting`: bytes of answers that wait in memory for all of them.
 */
export type Bounds = { silence: number; mostWaiting: number }
const usualBounds: Bounds = { silence: 120_000, mostWaiting: 512 * 1024 * 1024 }

/**
 * Listens on the same port of each host; a host that the machine does not have is passed over.
 * @param bounds those that are not the usual ones
 * @throws Error with one clear line when the port is taken
 */
export async function listen(
	hosts: readonly string[],
	port: number,
	bounds: Partial<Bounds> = {},
): Promise<HttpServer> {
	let handlers: Handlers | undefined
	let listener: ((request: IncomingMessage, response: ServerResponse) => unknown) | undefined
	const servers: Server[] = []
	const { silence, mostWaiting } = { ...usualBounds, ...bounds }
	const readers = createSlowReaders(mostWaiting)

	const connections = new Set<Connection>()
	let isDraining = false

	const onRequest = (request: IncomingMessage, response: ServerResponse) => {
		if (isDraining) response.shouldKeepAlive = false
		if (!handlers || !listener) return answerMeanwhile(request, response)
		if (isAmbiguous(request)) return refuse(response)
		if (handlers.hot(request, response)) return
		if (!isAddressable(request)) return refuse(response)
		response.once('finish', () => letPass(request, response))
		listener(request, response)
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
				shouldUpgradeCallback: isForSocket,
			},
			onRequest,
		)
		server.keepAliveTimeout = 10_000
		// Whoever takes nothing of an answer would keep it, and a file, open for ever. Sockets that were upgraded have their own rule.
		server.timeout = silence
		server.on('connection', readers.watch)
		server.on('connection', (socket: Connection) => {
			connections.add(socket)
			socket.once('close', () => connections.delete(socket))
		})
		server.on('upgrade', onUpgrade)
		const opened = await open(server, host, bound, servers.length > 0)
		if (!opened) continue
		bound = opened
		servers.push(server)
	}
	if (servers.length === 0)
		throw new Error(`None of the addresses ${hosts.join(', ')} exists on this machine.`)

	return {
		port: bound,
		serve(given) {
			handlers = given
			listener = getRequestListener(streaming(given.fetch), {
				overrideGlobalObjects: false,
				// For HTTP/1.0, which need not name one. Links never come from a host that was named.
				hostname: 'localhost',
			})
		},
		async drain(milliseconds) {
			isDraining = true
			// Whoever is being answered must not ask again on a connection that is about to end.
			for (const { _httpMessage: answer } of connections)
				if (answer && !answer.headersSent) answer.shouldKeepAlive = false
			const closing = servers.map((server) => new Promise((resolve) => server.close(resolve)))
			for (const server of servers) server.closeIdleConnections()
			const cut = setTimeout(() => {
				for (const server of servers) server.closeAllConnections()
			}, milliseconds)
			await Promise.all(closing)
			clearTimeout(cut)
			readers.stop()
		},
	}
}

/** With what Node keeps on it while it is being answered. */
type Connection = Socket & { _httpMessage?: ServerResponse | null }

/** Whoever offers another HTTP (`h2c`) is answered in this one, as RFC 9110 §7.8 has it. */
function isForSocket({ headers }: IncomingMessage): boolean {
	return headers.upgrade?.toLowerCase() === 'websocket'
}

/** Before the services are ready: the process lives, and everything else is asked for again. */
function answerMeanwhile({ method, url, headers }: IncomingMessage, response: ServerResponse) {
	if (url === '/health' && (method === 'GET' || method === 'HEAD')) {
		response.writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-store' })
		return response.end('{"status":"ok"}')
	}
	// Whoever asks how far an upload has come would take 503 for its end, and begin again from nothing.
	const isResuming = method === 'HEAD' && 'tus-resumable' in headers
	const status = isResuming ? 423 : 503
	response.writeHead(status, { 'retry-after': '1', 'content-type': 'text/plain' })
	return response.end('Plaudit is starting.\n')
}

/**
 * Lets pass what is still to come of a body that was refused. Whoever had begun to read it would hold it up, and with it the next
 * request on the connection, until that was cut.
 */
function letPass(request: IncomingMessage, { statusCode }: ServerResponse): void {
	if (request.complete || statusCode < 400) return
	request.removeAllListeners('data')
	request.removeAllListeners('readable')
	request.resume()
}

/**
 * Whether it names two hosts or two bearers. Node takes the first, Fetch both, and a proxy before us may have judged the last:
 * whoever reads it must not come to another answer than whoever let it pass (RFC 9112 §3.2).
 */
function isAmbiguous({ rawHeaders }: IncomingMessage): boolean {
	let hosts = 0
	let bearers = 0
	for (let at = 0; at < rawHeaders.length; at += 2) {
		const name = rawHeaders[at] ?? ''
		// By their length first: nearly every other header is told apart without being read.
		if (name.length === 4 && name.toLowerCase() === 'host') hosts++
		else if (name.length === 13 && name.toLowerCase() === 'authorization') bearers++
	}
	return hosts > 1 || bearers > 1
}

/** What Fetch cannot make a request of is the client's fault, not a fault of ours: a host that is no host, a debugger's method. */
function isAddressable({ method = '', url = '/', headers }: IncomingMessage): boolean {
	if (method === 'TRACE' || method === 'TRACK' || method === 'CONNECT') return false
	if (!url.startsWith('/') && !URL.canParse(url)) return false
	return headers.host === undefined || URL.canParse(`http://${headers.host}`)
}

function refuse(response: ServerResponse): void {
	const body = 'The request cannot be understood.\n'
	const type = { 'content-type': 'text/plain', 'content-length': body.length }
	response.writeHead(400, { ...type, connection: 'close' })
	response.end(body)
}

/** Files go to the socket past the listener, which would take them through web streams. */
function streaming(fetch: Handlers['fetch']): Handlers['fetch'] {
	return async (request, bindings) => {
		const response = (await fetch(request, bindings)) as Response
		const isSent = sendStream(response, bindings.outgoing as ServerResponse)
		return isSent ? RESPONSE_ALREADY_SENT : response
	}
}

/** @returns the port, or nothing when the host does not exist here and another one does */
function open(
	server: Server,
	host: string,
	port: number,
	optional: boolean,
): Promise<number | undefined> {
	return new Promise((resolve, reject) => {
		server.once('error', (error: NodeJS.ErrnoException) => {
			if (error.code === 'EADDRINUSE')
				reject(
					new Error(`Port ${port} is already in use on ${host}. Stop what uses it, or set PORT.`),
				)
			else if (error.code === 'EACCES')
				reject(new Error(`Port ${port} may not be opened by this user. Set PORT to 1024 or more.`))
			else if (optional && (error.code === 'EADDRNOTAVAIL' || error.code === 'EAFNOSUPPORT'))
				resolve(undefined)
			else reject(new Error(`Cannot listen on ${host}: ${error.message}`))
		})
		server.listen(port, host, () => {
			const address = server.address()
			resolve(typeof address === 'object' && address ? address.port : port)
		})
	})
}
