import type { Socket } from 'node:net'

/** Responses buffered in memory for slow readers. */
export type WriteBackpressure = {
	/** Counts the bytes buffered for this connection, until it closes. */
	track(socket: Socket): void
	/** While the total exceeds the bound, destroys the connections that have been buffering longest. */
	closeSlowest(): void
	stop(): void
}

const checkInterval = 1000

/**
 * Bounds the bytes buffered for all connections together: a client that sends many requests and reads nothing must
 * not fill the memory. Files are read as they are sent and hardly count.
 * @param maxBufferedBytes bytes
 */
export function createWriteBackpressure(maxBufferedBytes: number): WriteBackpressure {
	/** Number of consecutive sweeps with buffered bytes by connection; older connections first. */
	const sockets = new Map<Socket, number>()
	const sweep = () => {
		let bufferedBytes = 0
		for (const [socket, times] of sockets) {
			bufferedBytes += socket.writableLength
			sockets.set(socket, socket.writableLength > 0 ? times + 1 : 0)
		}
		if (bufferedBytes <= maxBufferedBytes) return
		// A new request may be read as fast as any.
		for (const [socket] of [...sockets].sort(([, a], [, b]) => b - a)) {
			if (bufferedBytes <= maxBufferedBytes) return
			bufferedBytes -= socket.writableLength
			socket.destroy()
		}
	}
	const timer = setInterval(sweep, checkInterval).unref()
	return {
		track(socket) {
			sockets.set(socket, 0)
			socket.once('close', () => sockets.delete(socket))
		},
		closeSlowest: sweep,
		stop: () => clearInterval(timer),
	}
}
