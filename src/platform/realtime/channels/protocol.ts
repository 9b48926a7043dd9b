import type { Deps } from '#platform/deps.ts'
import type { ChangeFeed } from '#platform/realtime/changes/change-feed.ts'
import type { PublishedTables } from '#platform/realtime/changes/published-tables.ts'
import { type SubscriptionRegistry, subscriptionId } from '#platform/realtime/changes/subscription-registry.ts'
import { FixedWindowLimiter, type RealtimeQuotas } from '#platform/realtime/quotas.ts'
import { encodeBroadcast } from '#platform/realtime/wire/broadcast-frames.ts'
import type { Connection } from '#platform/realtime/wire/connection.ts'
import type { Broadcast, Inbound } from '#platform/realtime/wire/frames.ts'
import { BroadcastHandler } from './broadcast-handler.ts'
import type { Channel } from './channel.ts'
import { createChannel, JoinError } from './join.ts'
import { JoinAuthorizer, type JoinGrant } from './join-authorizer.ts'
import { type JoinConfig, rawBindings } from './join-config.ts'
import { Membership } from './membership.ts'
import type { Presence } from './presence.ts'
import { PresenceHandler } from './presence-handler.ts'
import { TokenRefresh } from './token-refresh.ts'
import type { TopicMembers } from './topic-members.ts'

export type ProtocolParts = {
	deps: Deps
	limits: RealtimeQuotas
	relations: PublishedTables
	subscriptions: SubscriptionRegistry
	feed: ChangeFeed
	topicMembers: TopicMembers
	presence: Presence
	sendToNodes: (topicKey: string, message: Broadcast) => void
}

/** Rechecks of policies per second on this node. */
const rechecksPerSweep = 20

/** Handles the messages of clients (https://supabase.com/docs/guides/realtime/protocol). */
export class Protocol {
	readonly membership: Membership
	private readonly parts: ProtocolParts
	private readonly joinLimiter: FixedWindowLimiter
	private readonly recheckLimiter = new FixedWindowLimiter(rechecksPerSweep, 900)
	private readonly joinAuthorizer: JoinAuthorizer
	private readonly tokenRefresh: TokenRefresh
	private readonly broadcastHandler: BroadcastHandler
	private readonly presenceHandler: PresenceHandler

	constructor(parts: ProtocolParts) {
		this.parts = parts
		this.joinLimiter = new FixedWindowLimiter(parts.limits.joinsPerSecond, 1000)
		this.joinAuthorizer = new JoinAuthorizer(parts)
		this.membership = new Membership(parts)
		this.tokenRefresh = new TokenRefresh(parts.deps, this.joinAuthorizer, this.membership)
		this.broadcastHandler = new BroadcastHandler(parts)
		this.presenceHandler = new PresenceHandler(parts, this.membership)
	}

	receive(connection: Connection, message: Inbound): void {
		const { topic, event } = message
		const channel = this.membership.channelsOf(connection).get(topic)
		if (topic === 'phoenix') {
			if (event === 'heartbeat') connection.reply(message, 'ok')
		} else if (event === 'phx_join') this.join(connection, message)
		else if (!channel || (message.joinRef !== null && message.joinRef !== channel.joinRef)) {
			if (event === 'phx_leave') connection.reply(message, 'ok')
			else if (!channel) connection.reply(message, 'error', { reason: 'unmatched topic' })
		} else if (event === 'phx_leave') this.leave(channel, message)
		else if (event === 'access_token') this.tokenRefresh.refresh(channel, message.payload)
		// The permissions of a joining channel are not known yet.
		else if (channel.state !== 'joined') connection.reply(message, 'error', { reason: 'not joined' })
		else if (event === 'broadcast') this.broadcastHandler.send(channel, message)
		else if (event === 'presence') this.presenceHandler.handle(channel, message)
	}

	messageRateExceeded(connection: Connection): void {
		for (const channel of [...this.membership.channelsOf(connection).values()])
			this.membership.shutDown(channel, 'Too many messages per second')
	}

	disconnected(connection: Connection): void {
		for (const channel of [...this.membership.channelsOf(connection).values()]) this.membership.remove(channel)
	}

	check(connection: Connection): void {
		for (const channel of this.membership.channelsOf(connection).values())
			if (channel.isExpired) this.membership.shutDown(channel, 'Token has expired')
			else if (this.parts.deps.endedSessions.has(channel.claims)) this.membership.shutDown(channel, 'Session has ended')
			else if (channel.isPrivate && channel.state === 'joined' && this.isRecheckDue(channel))
				this.tokenRefresh.recheck(channel)
	}

	/** Limits rechecks: thousands of channels that joined together must not query the database together. */
	private isRecheckDue({ authorizedAt }: Channel): boolean {
		const { recheckInterval } = this.parts.limits
		return Date.now() - authorizedAt > recheckInterval && this.recheckLimiter.take()
	}

	private leave(channel: Channel, message: Inbound): void {
		channel.connection.reply(message, 'ok')
		channel.pushClose('phx_close')
		this.membership.remove(channel)
	}

	/** Takes the topic at once; the authorization follows. */
	private join(connection: Connection, message: Inbound): void {
		try {
			if (!this.joinLimiter.take()) throw new JoinError('ClientJoinRateLimitReached: Too many joins per second')
			const { deps, limits } = this.parts
			const channels = this.membership.channelsOf(connection)
			const { channel, config } = createChannel(deps, connection, message, limits, channels)
			channel.rejectJoin = (reason) => connection.reply(message, 'error', { reason })
			const earlier = channels.get(message.topic)
			if (earlier) this.membership.remove(earlier)
			this.membership.add(channel)
			void this.completeJoin(channel, config, message)
		} catch (error) {
			this.refuseJoin(connection, message, error)
		}
	}

	private async completeJoin(channel: Channel, config: JoinConfig, message: Inbound): Promise<void> {
		try {
			const grant = await this.joinAuthorizer.authorizeJoin(channel, config)
			// The client left or joined again meanwhile.
			if (isClosed(channel)) return this.parts.feed.release()
			channel.permissions = grant.permissions
			this.membership.enter(channel, grant.since, grant.changeSubscriptions)
			this.replyToJoin(channel, config, message, grant)
		} catch (error) {
			if (isClosed(channel)) return
			this.membership.remove(channel)
			this.refuseJoin(channel.connection, message, error)
		}
	}

	/** Runs synchronously after `enter`: nothing is pushed before the reply, and no later commit is missed. */
	private replyToJoin(channel: Channel, config: JoinConfig, message: Inbound, { problem, replayed }: JoinGrant): void {
		const { connection, bindings, permissions, version, topic } = channel
		const list = rawBindings(message.payload).map((sent, i) => {
			return { ...sent, id: subscriptionId(JSON.stringify(bindings[i])) }
		})
		connection.reply(message, 'ok', list.length > 0 ? { postgres_changes: list } : {})
		channel.subscriptionProblem = problem
		if (list.length > 0) channel.pushSubscriptionStatus()
		if (config.replicationReady) channel.system('system', 'ok', 'Replication connection established')
		for (const broadcast of replayed) {
			const frame = encodeBroadcast(version, topic, broadcast)
			if (frame) channel.send(frame)
		}
		if (channel.receivesPresence && permissions.readPresence)
			channel.push('presence_state', this.parts.presence.state(channel.topicKey))
	}

	private refuseJoin(connection: Connection, message: Inbound, error: unknown): void {
		const isExpected = error instanceof JoinError
		if (!isExpected) this.parts.deps.log.error({ err: error }, 'a join failed')
		const reason = isExpected ? error.message : 'UnknownErrorOnChannel: please try again'
		connection.reply(message, 'error', { reason })
	}
}

/** A function, as the compiler narrows `state` across an `await`. */
function isClosed(channel: Channel): boolean {
	return channel.state === 'closed'
}
