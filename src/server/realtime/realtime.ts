import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Hono } from 'hono'
import type { Deps, Env } from '#server/deps.ts'
import { broadcastRoutes } from './broadcast-routes.ts'
import { ChangeFeed } from './change-feed.ts'
import { createDelivery } from './delivery.ts'
import { Presence } from './presence.ts'
import { Protocol } from './protocol.ts'
import { syncPublication } from './queries.ts'
import { Relations, service } from './relations.ts'
import { Rooms } from './rooms.ts'
import { Subscriptions } from './subscriptions.ts'
import { Sockets } from './upgrade.ts'

export type Realtime = {
	/** Mounted at /realtime/v1: the HTTP side of broadcast. */
	routes: Hono<Env>
	upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void
	start(): Promise<void>
	close(): Promise<void>
}

/** realtime/v1 on this node (data.md §3). */
export function createRealtime(deps: Deps): Realtime {
	const { db, log } = deps
	const warn = (error: unknown, what: string) => log.warn({ err: error }, what)
	const relations = new Relations(db)
	const subscriptions = new Subscriptions()
	const rooms = new Rooms()
	const presence = new Presence((room, event, payload) => {
		for (const member of rooms.of(room)) if (member.hearsPresence) member.push(event, payload)
	})
	const feed = new ChangeFeed(db, {
		deliver: createDelivery({ db, relations, subscriptions, warn }),
		warn,
	})
	const relay = () => {}
	const protocol = new Protocol({ deps, relations, subscriptions, feed, rooms, presence, relay })
	const sockets = new Sockets(deps, protocol)

	return {
		routes: broadcastRoutes({ deps, rooms, relay }),
		upgrade: (request, socket, head) => sockets.upgrade(request, socket, head),
		async start() {
			await db.as(service, (tx) => tx.final(syncPublication()))
			const ring = () => feed.ring()
			await db.listen('realtime_changes', ring, ring)
			const forget = () => relations.forget()
			await db.listen('realtime_schema', forget, forget)
			sockets.start()
		},
		async close() {
			await sockets.close()
			await feed.close()
		},
	}
}
