import type { Socket } from 'node:net'

/** Answers that wait in memory for those who read them slowly, or not at all. */
export type SlowReaders = {
	/** Counts what waits for this connection, until it closes. */
	watch(socket: Socket): void
	/** While all together are too much, cuts those for which something waits longest. */
	sweep(): void
	stop(): void
}

const sweepEvery = 1000

/**
 * Bounds what waits for all connections together: a short question may have a long answer, and whoever asks a hundred times and
 * reads nothing must not have the server keep all of it. Files are read as they are sent, and hardly count.
 * @param most bytes
 */
export function createSlowReaders(most: number): SlowReaders {
	/** At how many sweeps in a row something waited for each; older connections first. */
	const sockets = new Map<Socket, number>()
	const sweep = () => {
		let waiting = 0
		for (const [socket, times] of sockets) {
			waiting += socket.writableLength
			sockets.set(socket, socket.writableLength > 0 ? times + 1 : 0)
		}
		if (waiting <= most) return
		// Whoever has just asked may read as fast as anybody.
		for (const [socket] of [...sockets].sort(([, a], [, b]) => b - a)) {
			if (waiting <= most) return
			waiting -= socket.writableLength
			socket.destroy()
		}
	}
	const timer = setInterval(sweep, sweepEvery).unref()
	return {
		watch(socket) {
			sockets.set(socket, 0)
			socket.once('close', () => sockets.delete(socket))
		},
		sweep,
		stop: () => clearInterval(timer),
	}
}
