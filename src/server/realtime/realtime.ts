import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Hono } from 'hono'
import type { Deps, Env } from '#server/deps.ts'
import { isOutage } from '#server/pg/outage.ts'
import type { ChangeRow } from './changes/change.ts'
import { ChangeFeed } from './changes/change-feed.ts'
import { createDelivery } from './changes/delivery.ts'
import { deliverMessage, isMessage } from './changes/kept-messages.ts'
import { syncPublication } from './changes/queries.ts'
import { Relations, service } from './changes/relations.ts'
import { Subscriptions } from './changes/subscriptions.ts'
import { broadcastRoutes } from './channels/broadcast-routes.ts'
import { Presence } from './channels/presence.ts'
import { Protocol } from './channels/protocol.ts'
import { keepTidy } from './channels/prune.ts'
import { Rooms } from './channels/rooms.ts'
import { readLimits } from './limits.ts'
import type { NodeMessage } from './nodes/envelope.ts'
import { Post } from './nodes/post.ts'
import { Relay } from './nodes/relay.ts'
import type { Broadcast } from './wire/broadcast.ts'
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
	const limits = readLimits(deps.config)
	const warn = (error: unknown, what: string) => log.warn({ err: error }, what)
	const relations = new Relations(db)
	const subscriptions = new Subscriptions()
	const rooms = new Rooms()
	const relay: Relay = new Relay(new Post(db, warn), {
		receive: (from, message) => receive(from, message, rooms, presence),
		roster: () => presence.roster(),
		replace: (node, roster) => presence.replaceNode(node, roster),
		lost: (node) => presence.forgetNode(node),
		warn,
	})
	const presence: Presence = new Presence(relay.node, {
		push: (room, diff) => rooms.pushPresence(room, diff),
		tell: (news) => relay.tell(news),
	})
	const deliverChanges = createDelivery({
		db,
		relations,
		subscriptions,
		giveUp: (entry) => protocol.membership.giveUp(entry),
		warn,
	})
	// One that cannot be told must not come again and again, and hold up all others.
	const tellMessage = (row: ChangeRow) => {
		try {
			deliverMessage(rooms, row)
		} catch (error) {
			warn(error, 'a message could not be delivered and was dropped')
		}
	}
	const feed: ChangeFeed = new ChangeFeed(db, {
		async deliver(rows) {
			await deliverChanges(rows.filter((row) => !isMessage(row))).catch((error) => {
				// Away, it all comes again. Otherwise the messages of this batch are still to be delivered.
				if (isOutage(error)) throw error
				warn(error, 'changes could not be delivered and were dropped')
			})
			for (const row of rows) if (isMessage(row)) tellMessage(row)
		},
		missed() {
			warn(undefined, 'changes were missed: all channels join again')
			void protocol.membership.rejoinAll('Changes were missed, please read again')
		},
		warn,
	})
	const tellNodes = (room: string, message: Broadcast) => relay.tell(packed(room, message))
	const parts = { deps, limits, relations, subscriptions, feed, rooms, presence }
	const protocol = new Protocol({ ...parts, relay: tellNodes })
	const sockets = new Sockets(deps, protocol, limits)
	const tidying = keepTidy(db, limits, warn)

	return {
		routes: broadcastRoutes({
			deps,
			limits,
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
			await relay.start()
			sockets.start()
			tidying.start()
		},
		async close() {
			await sockets.close()
			await feed.close()
			tidying.close()
			presence.close()
			await relay.close()
		},
	}
}

function packed(room: string, message: Broadcast): NodeMessage {
	const { event } = message
	if ('json' in message) return { kind: 'broadcast', room, event, json: message.json }
	return { kind: 'bytes', room, event, base64: message.bytes.toString('base64') }
}

function receive(from: string, message: NodeMessage, rooms: Rooms, presence: Presence): void {
	if (message.kind === 'broadcast')
		rooms.broadcast(message.room, { event: message.event, json: message.json })
	else if (message.kind === 'bytes')
		rooms.broadcast(message.room, {
			event: message.event,
			bytes: Buffer.from(message.base64, 'base64'),
		})
	else presence.receive(from, message)
}
