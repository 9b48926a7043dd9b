import type { Deps } from '#server/deps.ts'
import type { ChangeFeed } from '#server/realtime/changes/change-feed.ts'
import type { Relations } from '#server/realtime/changes/relations.ts'
import type { Subscriptions } from '#server/realtime/changes/subscriptions.ts'
import { Budget, type Limits } from '#server/realtime/limits.ts'
import type { Broadcast } from '#server/realtime/wire/broadcast.ts'
import type { Connection } from '#server/realtime/wire/connection.ts'
import type { Inbound } from '#server/realtime/wire/frames.ts'
import { Doorkeeper } from './admission.ts'
import { Attendance } from './attendance.ts'
import { Broadcasting } from './broadcasting.ts'
import type { Channel } from './channel.ts'
import { JoinRefusal, openChannel } from './join.ts'
import type { JoinConfig } from './join-config.ts'
import { Membership } from './membership.ts'
import type { Presence } from './presence.ts'
import { Renewal } from './renewal.ts'
import type { Rooms } from './rooms.ts'
import { welcome } from './welcome.ts'

export type ProtocolParts = {
	deps: Deps
	limits: Limits
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
	readonly membership: Membership
	private readonly parts: ProtocolParts
	private readonly joins: Budget
	private readonly doorkeeper: Doorkeeper
	readonly renewal: Renewal
	private readonly broadcasting: Broadcasting
	private readonly attendance: Attendance

	constructor(parts: ProtocolParts) {
		this.parts = parts
		this.joins = new Budget(parts.limits.joinsPerSecond, 1000)
		this.doorkeeper = new Doorkeeper(parts)
		this.membership = new Membership(parts)
		this.renewal = new Renewal(parts.deps, this.doorkeeper, this.membership)
		this.broadcasting = new Broadcasting(parts)
		this.attendance = new Attendance(parts, this.membership)
	}

	receive(connection: Connection, message: Inbound): void {
		const { topic, event } = message
		if (topic === 'phoenix') {
			if (event === 'heartbeat') connection.reply(message, 'ok')
			return
		}
		if (event === 'phx_join') {
			this.join(connection, message)
			return
		}
		const channel = connection.channels.get(topic)
		if (!channel || (message.joinRef !== null && message.joinRef !== channel.joinRef)) {
			if (event === 'phx_leave') connection.reply(message, 'ok')
			else if (!channel) connection.reply(message, 'error', { reason: 'unmatched topic' })
			return
		}
		if (event === 'phx_leave') this.leave(channel, message)
		else if (event === 'access_token') this.renewal.renew(channel, message.payload)
		// Nothing is known yet of what it may do.
		else if (channel.state !== 'joined')
			connection.reply(message, 'error', { reason: 'not joined' })
		else if (event === 'broadcast') this.broadcasting.send(channel, message)
		else if (event === 'presence') this.attendance.handle(channel, message)
	}

	/** A message too many: whatever it was, the socket's channels end. */
	flooded(connection: Connection): void {
		for (const channel of [...connection.channels.values()])
			this.membership.shutDown(channel, 'Too many messages per second')
	}

	disconnected(connection: Connection): void {
		for (const channel of [...connection.channels.values()]) this.membership.forget(channel)
	}

	private leave(channel: Channel, message: Inbound): void {
		channel.connection.reply(message, 'ok')
		channel.sayOver('phx_close')
		this.membership.forget(channel)
	}

	/** From here on the topic is taken; what the database has to say about it comes in turn. */
	private join(connection: Connection, message: Inbound): void {
		try {
			if (!this.joins.take())
				throw new JoinRefusal('ClientJoinRateLimitReached: Too many joins per second')
			const { channel, config } = openChannel(
				this.parts.deps,
				connection,
				message,
				this.parts.limits,
			)
			channel.refuseJoin = (reason) => connection.reply(message, 'error', { reason })
			const earlier = connection.channels.get(message.topic)
			if (earlier) this.membership.forget(earlier)
			connection.channels.set(message.topic, channel)
			void this.admit(channel, config, message)
		} catch (error) {
			this.refuseJoin(connection, message, error)
		}
	}

	private async admit(channel: Channel, config: JoinConfig, message: Inbound): Promise<void> {
		try {
			const admission = await this.doorkeeper.admit(channel, config)
			// It left, or joined anew, while the database was asked.
			if (isOver(channel)) return this.parts.feed.release()
			channel.permissions = admission.permissions
			this.membership.enter(channel, admission.since, admission.wishes)
			welcome(channel, config, message, admission, this.parts)
		} catch (error) {
			if (isOver(channel)) return
			this.membership.forget(channel)
			this.refuseJoin(channel.connection, message, error)
		}
	}

	private refuseJoin(connection: Connection, message: Inbound, error: unknown): void {
		const isOurs = error instanceof JoinRefusal
		if (!isOurs) this.parts.deps.log.error({ err: error }, 'a join failed')
		const reason = isOurs ? error.message : 'UnknownErrorOnChannel: please try again'
		connection.reply(message, 'error', { reason })
	}
}

/** Read through a function: the compiler does not know that waiting changes it. */
function isOver(channel: Channel): boolean {
	return channel.state === 'closed'
}
