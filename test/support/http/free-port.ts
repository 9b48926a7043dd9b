import { createServer } from 'node:net'

/** A TCP port of 127.0.0.1 that nothing uses, for programs that cannot choose one themselves. */
export function freePort(): Promise<number> {
	return new Promise((resolve) => {
		const probe = createServer().listen(0, '127.0.0.1', () => {
			const { port } = probe.address() as { port: number }
			probe.close(() => resolve(port))
		})
	})
}
