import type { Deps } from '#platform/deps.ts'
import { isOutage } from '#platform/pg/pg-errors.ts'
import type { ChangeRow } from './changes/change.ts'
import { type ChangeFeed, createChangeFeed } from './changes/change-feed.ts'
import { createChangeDelivery } from './changes/deliver-changes.ts'
import { PublishedTables, realtimeService } from './changes/published-tables.ts'
import { syncPublication } from './changes/queries.ts'
import { SubscriptionRegistry } from './changes/subscription-registry.ts'
import { broadcastRoutes } from './channels/broadcast-routes.ts'
import { createPresence, type Presence } from './channels/presence.ts'
import { createProtocol } from './channels/protocol.ts'
import { scheduleMessagePruning } from './channels/stored-messages.ts'
import { isDatabaseMessage, TopicMembers } from './channels/topic-members.ts'
import { NodeSync } from './nodes/node-sync.ts'
import { type NodeMessage, NotifyTransport } from './nodes/notify-transport.ts'
import { readQuotas } from './quotas.ts'
import type { Broadcast } from './wire/frames.ts'
import { createSockets } from './wire/sockets.ts'

/** Supabase Realtime on this node: broadcast, presence and postgres_changes. */
export function createRealtime(deps: Deps) {
	const { db, log, metrics } = deps
	const limits = readQuotas(deps.config)
	const warn = (error: unknown, message: string) => log.warn({ err: error }, message)
	const relations = new PublishedTables(db)
	const subscriptions = new SubscriptionRegistry()
	const topicMembers = new TopicMembers()
	const nodeSync: NodeSync = new NodeSync(new NotifyTransport(db, warn), {
		receive: (from, message) => receive(from, message, topicMembers, presence),
		presenceSnapshot: () => presence.snapshot(),
		replace: (node, snapshot) => presence.replaceNode(node, snapshot),
		lost: (node) => presence.forgetNode(node),
		warn,
	})
	const presence: Presence = createPresence(nodeSync.node, {
		push: (topicKey, diff) => topicMembers.pushPresence(topicKey, diff),
		sendToNodes: (change) => nodeSync.send(change),
	})
	const deliverChanges = createChangeDelivery({
		db,
		relations,
		subscriptions,
		dropSubscription: (entry) => protocol.membership.dropSubscription(entry),
		warn,
	})
	// A message that fails must not be retried: it would block all others.
	const tryDatabaseMessage = (row: ChangeRow) => {
		try {
			topicMembers.deliverDatabaseMessage(row)
		} catch (error) {
			warn(error, 'a message could not be delivered and was dropped')
		}
	}
	let lag = 0
	const feed: ChangeFeed = createChangeFeed(db, {
		async deliver(rows) {
			await deliverChanges(rows.filter((row) => !isDatabaseMessage(row))).catch((error) => {
				// After an outage the batch comes again. Otherwise its messages are still delivered.
				if (isOutage(error)) throw error
				warn(error, 'changes could not be delivered and were dropped')
			})
			for (const row of rows) if (isDatabaseMessage(row)) tryDatabaseMessage(row)
			metrics.add('plaudit_realtime_changes_total', [], rows.length)
			lag = Math.max(0, (Date.now() - Date.parse(rows.at(-1)?.at ?? '')) / 1000)
		},
		missed() {
			warn(undefined, 'changes were missed: all channels join again')
			void protocol.membership.rejoinAll('Changes were missed, please read again')
		},
		warn,
	})
	const sendToNodes = (topicKey: string, message: Broadcast) => nodeSync.send(toNodeMessage(topicKey, message))
	const parts = { deps, limits, relations, subscriptions, feed, topicMembers, presence }
	const protocol = createProtocol({ ...parts, sendToNodes })
	const sockets = createSockets(deps, protocol, limits)
	metrics.collect(() => [
		{ name: 'plaudit_realtime_sockets', value: sockets.count() },
		{ name: 'plaudit_realtime_feed_lag_seconds', value: lag },
	])
	const messagePruning = scheduleMessagePruning(db, limits, warn)

	return {
		/** The HTTP routes of broadcast, mounted at /realtime/v1. */
		routes: broadcastRoutes({
			deps,
			limits,
			send(topicKey, message) {
				topicMembers.broadcast(topicKey, message)
				sendToNodes(topicKey, message)
			},
		}),
		upgrade: sockets.upgrade,
		async start(): Promise<void> {
			await db.as(realtimeService, (tx) => tx.final(syncPublication()))
			const wakeFeed = () => feed.wake()
			await db.listen('realtime_changes', wakeFeed, wakeFeed)
			const invalidateTables = () => relations.invalidate()
			await db.listen('realtime_schema', invalidateTables, invalidateTables)
			await nodeSync.start()
			sockets.start()
			messagePruning.start()
		},
		async close(): Promise<void> {
			await sockets.close()
			await feed.close()
			messagePruning.close()
			presence.close()
			await nodeSync.close()
		},
	}
}

function toNodeMessage(topicKey: string, message: Broadcast): NodeMessage {
	const { event } = message
	if ('json' in message) return { kind: 'broadcast', topicKey, event, json: message.json }
	return { kind: 'bytes', topicKey, event, base64: message.bytes.toString('base64') }
}

function receive(from: string, message: NodeMessage, topicMembers: TopicMembers, presence: Presence): void {
	const { kind, topicKey } = message
	if (kind === 'broadcast') topicMembers.broadcast(topicKey, { event: message.event, json: message.json })
	else if (kind === 'bytes') {
		const bytes = Buffer.from(message.base64, 'base64')
		topicMembers.broadcast(topicKey, { event: message.event, bytes })
	} else if (kind === 'present' || kind === 'absent') presence.receive(from, message)
}
