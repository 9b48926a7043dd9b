import type { AddressInfo } from 'node:net'
import { connect, createServer, type Socket } from 'node:net'
import { Transform } from 'node:stream'

/** A proxy on loopback that passes a limited number of bytes per second on to a server; answers come back unlimited. */
export async function startSlowLink(to: URL, bytesPerSecond: number): Promise<{ url: string; stop(): void }> {
	const open = new Set<Socket>()
	const server = createServer((client) => {
		const upstream = connect(Number(to.port), '127.0.0.1')
		for (const socket of [client, upstream]) {
			open.add(socket)
			socket.on('error', () => socket.destroy())
			socket.on('close', () => open.delete(socket))
		}
		client.pipe(limit(bytesPerSecond)).pipe(upstream).pipe(client)
	})
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		stop() {
			for (const socket of open) socket.destroy()
			server.close()
		},
	}
}

/** Delays each chunk until the link would have carried it. */
function limit(bytesPerSecond: number): Transform {
	let freeAt = 0
	return new Transform({
		transform(chunk: Buffer, _, done) {
			freeAt = Math.max(freeAt, performance.now()) + (chunk.length / bytesPerSecond) * 1000
			setTimeout(() => done(null, chunk), freeAt - performance.now())
		},
	})
}
