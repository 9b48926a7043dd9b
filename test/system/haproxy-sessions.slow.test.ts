import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { type HaProxy, startHaProxy } from '#test/support/http/haproxy.ts'

/** A server that answers the checks as a node does, and holds a request open. */
async function startNode(name: string) {
	let isReady = true
	const held: ServerResponse[] = []
	const server = createServer((request, response) => {
		if (request.url === '/ready') response.writeHead(isReady ? 200 : 503).end()
		else if (request.url === '/held') {
			response.writeHead(200).write('begun,')
			held.push(response)
		} else response.end(name)
	})
	const sockets = new WebSocketServer({ server })
	sockets.on('connection', (socket) => socket.on('message', (text) => socket.send(`${name}: ${text}`)))
	server.listen(0, '127.0.0.1')
	await once(server, 'listening')
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		held,
		setReady(ready: boolean) {
			isReady = ready
		},
		/** Ends all connections, as the end of the process does. */
		kill() {
			server.close()
			server.closeAllConnections()
			for (const socket of sockets.clients) socket.terminate()
		},
	}
}

let nodes: [Awaited<ReturnType<typeof startNode>>, Awaited<ReturnType<typeof startNode>>]
let balancer: HaProxy
beforeAll(async () => {
	nodes = [await startNode('one'), await startNode('two')]
	balancer = await startHaProxy([nodes[0].url, nodes[1].url])
	await statesAre('UP', 'UP')
})
afterAll(async () => {
	for (const node of nodes) node.kill()
	await balancer?.stop()
})

async function statesAre(...states: string[]) {
	await vi.waitFor(
		async () => {
			const lines = (await balancer.command('show stat nodes 4 -1')).trim().split('\n').slice(1)
			expect(lines.map((line) => line.split(',')[17]?.split(' ')[0])).toEqual(states)
		},
		{ timeout: 60_000, interval: 100 },
	)
}

async function openSocket() {
	const socket = new WebSocket(balancer.url.replace('https', 'wss'), { rejectUnauthorized: false })
	await once(socket, 'open')
	return socket
}

async function echo(socket: WebSocket, text: string): Promise<string> {
	const ended = new AbortController()
	socket.once('close', () => ended.abort())
	if (socket.readyState !== WebSocket.OPEN) throw new Error('the socket was closed')
	socket.send(text)
	return String((await once(socket, 'message', { signal: ended.signal }))[0])
}

it('requests and sockets go on while no node is ready, as during a failover of the database, and new ones are served', async () => {
	const socket = await openSocket()
	expect(await echo(socket, 'before')).toContain('before')
	const response = await fetch(`${balancer.url}/held`)
	for (const node of nodes) node.setReady(false)
	await statesAre('DOWN', 'DOWN')
	expect(await echo(socket, 'during')).toContain('during')
	expect(['one', 'two']).toContain(await (await fetch(balancer.url)).text())
	for (const node of nodes) node.setReady(true)
	await statesAre('UP', 'UP')
	expect(await echo(socket, 'after')).toContain('after')
	for (const held of nodes.flatMap((node) => node.held)) held.end('ended')
	expect(await response.text()).toBe('begun,ended')
	socket.close()
})

it('a socket to a node that ends is closed, and opens again at the other', async () => {
	const socket = await openSocket()
	const isFirst = (await echo(socket, 'x')).startsWith('one')
	const closed = once(socket, 'close')
	nodes[isFirst ? 0 : 1].kill()
	await closed
	await statesAre(isFirst ? 'DOWN' : 'UP', isFirst ? 'UP' : 'DOWN')
	const next = await openSocket()
	expect(await echo(next, 'y')).toBe(isFirst ? 'two: y' : 'one: y')
	next.close()
})
