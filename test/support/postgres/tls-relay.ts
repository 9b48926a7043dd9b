import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { TLSSocket, connect as tlsConnect } from 'node:tls'
import { makeCertificates } from './certificates.ts'

/** PostgreSQL's request for TLS: its length and a number in place of a version. */
const sslRequest = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47])

/**
 * Listens as a server with a certificate of its own, and passes everything on to the PostgreSQL at a port of this machine, also
 * over TLS: what an attacker between both does.
 */
export async function startTlsRelay(target: number): Promise<{ port: number; close(): void }> {
	const { certificate: cert, key, remove } = makeCertificates()
	const sockets = new Set<Socket>()
	const keep = <Stream extends Socket>(socket: Stream) => {
		sockets.add(socket)
		socket.on('error', () => {})
		return socket
	}
	const server = createServer(async (plainClient) => {
		keep(plainClient)
		await once(plainClient, 'data')
		plainClient.write('S')
		const client = keep(new TLSSocket(plainClient, { isServer: true, cert, key }))
		const plainServer = keep(connect(target, '127.0.0.1'))
		plainServer.write(sslRequest)
		await once(plainServer, 'data')
		const upstream = keep(tlsConnect({ socket: plainServer, rejectUnauthorized: false }))
		client.pipe(upstream).pipe(client)
	})
	server.listen(0, '127.0.0.1')
	await once(server, 'listening')
	return {
		port: (server.address() as AddressInfo).port,
		close() {
			server.close()
			for (const socket of sockets) socket.destroy()
			remove()
		},
	}
}
