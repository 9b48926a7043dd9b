import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { Hono } from 'hono'
import type { Deps, Env } from '#server/deps.ts'

export function createRealtime(_deps: Deps) {
	return {
		routes: new Hono<Env>(),
		upgrade: (_request: IncomingMessage, socket: Duplex, _head: Buffer) => {
			socket.destroy()
		},
		start: async () => {},
		close: async () => {},
	}
}
