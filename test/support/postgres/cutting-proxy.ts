import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'

/** A proxy before a PostgreSQL that loses one connection. */
export type CuttingProxy = { port: number; hasCut(): boolean; close(): void }

/**
 * Starts a proxy that resets a connection once a client has sent `bytes` more bytes after a statement that contains `text`.
 * @param port of the server on 127.0.0.1
 */
export async function startCuttingProxy(port: number, text: string, bytes: number): Promise<CuttingProxy> {
	let isCut = false
	const server = createServer((client) => {
		const target = connect(port, '127.0.0.1')
		let left = Number.POSITIVE_INFINITY
		client.on('data', (chunk) => {
			if (left !== Number.POSITIVE_INFINITY) left -= chunk.length
			else if (chunk.includes(text)) left = bytes
			if (left > 0) return target.write(chunk)
			isCut = true
			client.resetAndDestroy()
			target.destroy()
		})
		target.on('data', (chunk) => client.write(chunk))
		for (const socket of [client, target]) socket.on('error', () => {})
		client.on('close', () => target.destroy())
		target.on('close', () => client.destroy())
	})
	server.listen(0, '127.0.0.1')
	await once(server, 'listening')
	return {
		port: (server.address() as AddressInfo).port,
		hasCut: () => isCut,
		close: () => server.close(),
	}
}
