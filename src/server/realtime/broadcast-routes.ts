import { Hono } from 'hono'
import type { Deps, Env } from '#server/deps.ts'
import type { Broadcast } from './frames.ts'
import type { Rooms } from './rooms.ts'

type Parts = { deps: Deps; rooms: Rooms; relay: (room: string, message: Broadcast) => void }

export function broadcastRoutes(_parts: Parts): Hono<Env> {
	return new Hono<Env>()
}
