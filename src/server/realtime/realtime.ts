import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Hono } from 'hono'
import type { Deps, Env } from '#server/deps.ts'
import { ChangeFeed } from './changes/change-feed.ts'
import { createDelivery } from './changes/delivery.ts'
import { syncPublication } from './changes/queries.ts'
import { Relations, service } from './changes/relations.ts'
import { Subscriptions } from './changes/subscriptions.ts'
import { broadcastRoutes } from './channels/broadcast-routes.ts'
import { Presence } from './channels/presence.ts'
import { Protocol } from './channels/protocol.ts'
import { Rooms } from './channels/rooms.ts'
import { createOutbox } from './nodes/message-outbox.ts'
import { type NodeMessage, Relay } from './nodes/relay.ts'
import type { Broadcast } from './wire/frames.ts'
import { Sockets } from './wire/sockets.ts'

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
	const relay = new Relay(db, {
		receive: (message) => receive(message, rooms, presence),
		met: () => presence.introduce(),
		lost: (node) => presence.forgetNode(node),
		warn,
	})
	const presence = new Presence(relay.node, {
		push: (room, diff) => rooms.pushPresence(room, diff),
		tell: (message) => relay.tell(message),
	})
	const feed = new ChangeFeed(db, {
		deliver: createDelivery({ db, relations, subscriptions, warn }),
		warn,
	})
	const tellNodes = (room: string, message: Broadcast) => relay.tell(packed(room, message))
	const protocol = new Protocol({
		deps,
		relations,
		subscriptions,
		feed,
		rooms,
		presence,
		relay: tellNodes,
	})
	const sockets = new Sockets(deps, protocol)
	const outbox = createOutbox(db, rooms, warn)

	return {
		routes: broadcastRoutes({
			deps,
			send(room, message) {
				rooms.broadcast(room, message)
				tellNodes(room, message)
			},
		}),
		upgrade: (request, socket, head) => sockets.upgrade(request, socket, head),
		async start() {
			await db.as(service, (tx) => tx.final(syncPublication()))
			const ring = () => feed.ring()
			await db.listen('realtime_changes', ring, ring)
			const forget = () => relations.forget()
			await db.listen('realtime_schema', forget, forget)
			await outbox.start()
			await relay.start()
			sockets.start()
		},
		async close() {
			await sockets.close()
			await feed.close()
			outbox.close()
			await relay.close()
		},
	}
}

function packed(room: string, message: Broadcast): NodeMessage {
	const { event } = message
	if ('json' in message) return { kind: 'broadcast', room, event, json: message.json }
	return { kind: 'bytes', room, event, base64: message.bytes.toString('base64') }
}

function receive(message: NodeMessage, rooms: Rooms, presence: Presence): void {
	const { kind, room } = message
	if (kind === 'broadcast') rooms.broadcast(room, { event: message.event, json: message.json })
	else if (kind === 'bytes')
		rooms.broadcast(room, {
			event: message.event,
			bytes: Buffer.from(message.base64, 'base64'),
		})
	else presence.receive(message)
}
