import type { Deps } from '#server/deps.ts'
import type { ChangeFeed } from '#server/realtime/changes/change-feed.ts'
import type { Relations } from '#server/realtime/changes/relations.ts'
import type { Subscriptions } from '#server/realtime/changes/subscriptions.ts'
import { Budget, limits } from '#server/realtime/limits.ts'
import type { Connection } from '#server/realtime/wire/connection.ts'
import type { Broadcast, Inbound } from '#server/realtime/wire/frames.ts'
import type { Channel } from './channel.ts'
import {
	describeSubscriptions,
	identifyChannel,
	JoinRefusal,
	openChannel,
	subscribe,
} from './join.ts'
import { authorize } from './permissions.ts'
import type { Presence } from './presence.ts'
import type { Rooms } from './rooms.ts'

export type ProtocolParts = {
	deps: Deps
	relations: Relations
	subscriptions: Subscriptions
	feed: ChangeFeed
	rooms: Rooms
	presence: Presence
	/** Takes a broadcast to the other nodes. */
	relay: (room: string, message: Broadcast) => void
}

/** What a node says and does for each message of a client (data.md §3). */
export class Protocol {
	private readonly parts: ProtocolParts
	private readonly joins = new Budget(limits.joinsPerSecond, 1000)

	constructor(parts: ProtocolParts) {
		this.parts = parts
	}

	async receive(connection: Connection, message: Inbound): Promise<void> {
		connection.lastHeard = Date.now()
		const { topic, event } = message
		if (topic === 'phoenix') {
			if (event === 'heartbeat') connection.reply(message, 'ok')
			return
		}
		if (event === 'phx_join') return this.join(connection, message)
		const channel = connection.channels.get(topic)
		if (!channel || (message.joinRef !== null && message.joinRef !== channel.joinRef)) {
			if (event === 'phx_leave') connection.reply(message, 'ok')
			else if (!channel) connection.reply(message, 'error', { reason: 'unmatched topic' })
			return
		}
		if (!connection.messages.take()) return this.shutDown(channel, 'Too many messages per second')
		if (event === 'phx_leave') return this.leave(channel, message)
		if (event === 'access_token') return this.renew(channel, message.payload)
		if (event === 'broadcast') return this.broadcast(channel, message)
		if (event === 'presence') return this.presence(channel, message)
	}

	/** Ends a channel for a reason that the client is told. */
	shutDown(channel: Channel, reason: string): void {
		channel.system('system', 'error', reason)
		channel.sayClosed()
		this.forget(channel)
	}

	disconnected(connection: Connection): void {
		for (const channel of connection.channels.values()) this.forget(channel)
	}

	private async join(connection: Connection, message: Inbound): Promise<void> {
		let channel: Channel | undefined
		try {
			if (!this.joins.take())
				throw new JoinRefusal('ClientJoinRateLimitReached: Too many joins per second')
			channel = openChannel(this.parts.deps, connection, message)
			const earlier = connection.channels.get(message.topic)
			if (earlier) this.forget(earlier)
			connection.channels.set(message.topic, channel)
			await this.admit(channel, message)
		} catch (error) {
			if (channel) this.forget(channel)
			const isOurs = error instanceof JoinRefusal
			if (!isOurs) this.parts.deps.log.error({ err: error }, 'a join failed')
			const reason = isOurs ? error.message : 'InternalServerError: please try again'
			connection.reply(message, 'error', { reason })
		}
	}

	private async admit(channel: Channel, message: Inbound): Promise<void> {
		const { deps, subscriptions, feed, rooms, presence } = this.parts
		const { connection, config } = channel
		channel.permissions = await authorize(deps.db, channel.access)
		if (!channel.permissions.readBroadcast && !channel.permissions.readPresence)
			throw new JoinRefusal(
				`Unauthorized: You do not have permissions to read from this Channel topic: ${channel.name}`,
			)
		const found = await subscribe(this.parts, channel)
		const problem = 'problem' in found ? found.problem : undefined
		const granted = 'problem' in found ? [] : found
		// It left, or joined anew, while the database was asked.
		if (channel.state === 'closed') {
			if (granted.length > 0) feed.release()
			return
		}
		if (problem && config.wait)
			throw new JoinRefusal(`RealtimeDisabledForConfiguration: ${problem}`)
		channel.state = 'joined'
		channel.subscriptions = granted
		for (const subscription of granted) subscriptions.add(subscription)
		rooms.enter(channel)
		const list = describeSubscriptions(config, granted)
		connection.reply(message, 'ok', list.length > 0 ? { postgres_changes: list } : {})
		if (list.length > 0)
			channel.system(
				'postgres_changes',
				problem ? 'error' : 'ok',
				problem ?? 'Subscribed to PostgreSQL',
			)
		if (channel.hearsPresence && channel.permissions.readPresence)
			channel.push('presence_state', presence.state(channel.room))
	}

	private leave(channel: Channel, message: Inbound): void {
		channel.connection.reply(message, 'ok')
		channel.sayClosed()
		this.forget(channel)
	}

	private async renew(channel: Channel, payload: unknown): Promise<void> {
		const token = (payload as { access_token?: unknown } | null)?.access_token
		if (typeof token !== 'string' || token === channel.token) return
		try {
			const caller = identifyChannel(this.parts.deps, channel.connection, token)
			channel.become(caller.claims, caller.token)
			channel.permissions = await authorize(this.parts.deps.db, channel.access)
			if (!channel.permissions.readBroadcast && !channel.permissions.readPresence)
				this.shutDown(channel, 'You do not have permissions to read from this Channel topic')
		} catch (error) {
			if (!(error instanceof JoinRefusal)) throw error
			this.shutDown(channel, error.message.replace(/^InvalidJWTToken: /, ''))
		}
	}

	private broadcast(channel: Channel, message: Inbound): void {
		const { connection, config, room } = channel
		const content = readBroadcast(message)
		if (!content || !channel.permissions.writeBroadcast) return
		const size = 'bytes' in content ? content.bytes.length : Buffer.byteLength(content.json)
		if (size > limits.broadcast) {
			if (config.ack) connection.reply(message, 'error', { reason: 'Payload size exceeds limit' })
			return
		}
		this.parts.rooms.broadcast(room, content, channel)
		this.parts.relay(room, content)
		if (config.ack) connection.reply(message, 'ok')
	}

	private presence(channel: Channel, message: Inbound): void {
		const { connection, permissions } = channel
		const { event, payload } = (message.payload ?? {}) as { event?: unknown; payload?: unknown }
		if (!permissions.writePresence) {
			connection.reply(message, 'error', { reason: 'Unauthorized' })
			return
		}
		if (!channel.mayTrack()) {
			this.shutDown(channel, 'Too many presence messages per second')
			return
		}
		if (event === 'untrack') this.parts.presence.untrack(channel)
		else if (event === 'track') {
			if (!channel.config.isPrivate) channel.hearsPresence = true
			const meta = payload && typeof payload === 'object' ? payload : {}
			this.parts.presence.track(channel, meta as Record<string, unknown>)
		}
		connection.reply(message, 'ok')
	}

	private forget(channel: Channel): void {
		if (channel.state === 'closed') return
		channel.state = 'closed'
		const { connection, topic } = channel
		if (connection.channels.get(topic) === channel) connection.channels.delete(topic)
		for (const subscription of channel.subscriptions) this.parts.subscriptions.remove(subscription)
		if (channel.subscriptions.length > 0) this.parts.feed.release()
		channel.subscriptions = []
		this.parts.rooms.leave(channel)
		this.parts.presence.untrack(channel)
	}
}

function readBroadcast({ payload, bytes }: Inbound): Broadcast | undefined {
	const body = payload as { event?: unknown; payload?: unknown } | null
	if (typeof body?.event !== 'string') return undefined
	if (bytes) return { event: body.event, bytes }
	return { event: body.event, json: JSON.stringify(body.payload ?? {}) }
}
