import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * The proxy's treatment of a request: it refuses it with 403, answers it with a web page, answers it only after a release, gives other
 * bytes of the same length, or cuts the connection in the middle of the file, in whichever direction it goes.
 */
export type Fault = 'refuse' | 'page' | 'hold' | 'alter' | 'cut'

/** A proxy in front of an HTTP server, whose requests fail on demand. */
export type FaultyProxy = {
	url: string
	/** Sets what happens to requests of a method, and releases those that are held. */
	fail(method: 'GET' | 'PUT' | 'DELETE', fault: Fault | undefined): void
	close(): Promise<void>
}

export async function startFaultyProxy(target: string): Promise<FaultyProxy> {
	const faults = new Map<string, Fault>()
	let held: (() => void)[] = []
	const server = createServer((incoming, outgoing) => {
		const fault = faults.get(incoming.method ?? '')
		if (fault === 'refuse') answer(outgoing, 403, 'application/xml', '<Error><Code>AccessDenied</Code></Error>')
		else if (fault === 'page') answer(outgoing, 200, 'text/html', '<html>Sign in to the network</html>')
		else if (fault === 'hold') held.push(() => forward(target, incoming, outgoing))
		else forward(target, incoming, outgoing, fault)
	}).listen(0, '127.0.0.1')
	await once(server, 'listening')
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		fail(method, fault) {
			faults.delete(method)
			if (fault) faults.set(method, fault)
			for (const release of held) release()
			held = []
		},
		async close() {
			server.closeAllConnections()
			server.close()
			await once(server, 'close')
		},
	}
}

function answer(outgoing: ServerResponse, status: number, type: string, body: string): void {
	outgoing.req.resume()
	outgoing.writeHead(status, { 'content-type': type, 'content-length': body.length }).end(body)
}

function forward(target: string, incoming: IncomingMessage, outgoing: ServerResponse, fault?: Fault): void {
	const cuts = fault === 'cut'
	const { method, headers, url } = incoming
	// The signature of a request covers its host, which stays that of the proxy.
	const onward = request(`${target}${url}`, { method, headers })
	const cut = () => outgoing.socket?.destroy()
	onward.on('error', cut)
	incoming.on('error', () => onward.destroy())
	if (cuts && method === 'PUT') {
		incoming.once('data', () => {
			onward.destroy()
			cut()
		})
		return
	}
	onward.on('response', (response) => {
		outgoing.writeHead(response.statusCode ?? 502, response.headers)
		if (fault === 'alter') {
			response.on('data', (chunk: Buffer) => outgoing.write(chunk.map((byte) => byte ^ 1)))
			response.on('end', () => outgoing.end())
			return
		}
		if (!cuts) return response.pipe(outgoing)
		response.once('data', (chunk: Buffer) => outgoing.write(chunk.subarray(0, chunk.length >> 1), cut))
	})
	incoming.pipe(onward)
}
