import type { Deps } from '#platform/deps.ts'
import type { ChangeFeed } from '#platform/realtime/changes/change-feed.ts'
import type { PublishedTables } from '#platform/realtime/changes/published-tables.ts'
import { type SubscriptionRegistry, subscriptionId } from '#platform/realtime/changes/subscription-registry.ts'
import { FixedWindowLimiter, type RealtimeQuotas } from '#platform/realtime/quotas.ts'
import { encodeBroadcast } from '#platform/realtime/wire/broadcast-frames.ts'
import type { Connection } from '#platform/realtime/wire/connection.ts'
import type { Broadcast, Inbound } from '#platform/realtime/wire/frames.ts'
import { handleBroadcast } from './broadcast-handler.ts'
import type { Channel } from './channel.ts'
import { createChannel, JoinError } from './join.ts'
import { createJoinAuthorizer, type JoinGrant } from './join-authorizer.ts'
import { type JoinConfig, rawBindings } from './join-config.ts'
import { createMembership } from './membership.ts'
import type { Presence } from './presence.ts'
import { createPresenceHandler } from './presence-handler.ts'
import { createTokenRefresh } from './token-refresh.ts'
import type { TopicMembers } from './topic-members.ts'

type Parts = {
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
export function createProtocol(parts: Parts) {
	const { deps, limits, feed, presence } = parts
	const joinLimiter = new FixedWindowLimiter(limits.joinsPerSecond, 1000)
	const recheckLimiter = new FixedWindowLimiter(rechecksPerSweep, 900)
	const joinAuthorizer = createJoinAuthorizer(parts)
	const membership = createMembership(parts)
	const tokenRefresh = createTokenRefresh(deps, joinAuthorizer, membership)
	const handlePresence = createPresenceHandler(parts, membership)

	/** Limits rechecks: thousands of channels that joined together must not query the database together. */
	function isRecheckDue({ authorizedAt }: Channel): boolean {
		return Date.now() - authorizedAt > limits.recheckInterval && recheckLimiter.take()
	}

	function leave(channel: Channel, message: Inbound): void {
		channel.connection.reply(message, 'ok')
		channel.pushClose('phx_close')
		membership.remove(channel)
	}

	/** Takes the topic as soon as the token is verified; the authorization follows. */
	async function join(connection: Connection, message: Inbound): Promise<void> {
		try {
			if (!joinLimiter.take()) throw new JoinError('ClientJoinRateLimitReached: Too many joins per second')
			const channels = membership.channelsOf(connection)
			const { channel, config } = await createChannel(deps, connection, message, limits, channels)
			// A channel of a socket that closed meanwhile would never be removed.
			if (!connection.isOpen) return
			channel.rejectJoin = (reason) => connection.reply(message, 'error', { reason })
			const earlier = membership.channelsOf(connection).get(message.topic)
			if (earlier) membership.remove(earlier)
			membership.add(channel)
			void completeJoin(channel, config, message)
		} catch (error) {
			refuseJoin(connection, message, error)
		}
	}

	async function completeJoin(channel: Channel, config: JoinConfig, message: Inbound): Promise<void> {
		try {
			const grant = await joinAuthorizer.authorizeJoin(channel, config)
			// The client left or joined again meanwhile.
			if (isClosed(channel)) return feed.release()
			channel.permissions = grant.permissions
			membership.enter(channel, grant.since, grant.changeSubscriptions)
			replyToJoin(channel, config, message, grant)
		} catch (error) {
			if (isClosed(channel)) return
			membership.remove(channel)
			refuseJoin(channel.connection, message, error)
		}
	}

	/** Runs synchronously after `enter`: nothing is pushed before the reply, and no later commit is missed. */
	function replyToJoin(channel: Channel, config: JoinConfig, message: Inbound, { problem, replayed }: JoinGrant): void {
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
			channel.push('presence_state', presence.state(channel.topicKey))
	}

	function refuseJoin(connection: Connection, message: Inbound, error: unknown): void {
		const isExpected = error instanceof JoinError
		if (!isExpected) deps.log.error({ err: error }, 'a join failed')
		const reason = isExpected ? error.message : 'UnknownErrorOnChannel: please try again'
		connection.reply(message, 'error', { reason })
	}

	return {
		membership,
		/** @returns a promise while a token is verified */
		receive(connection: Connection, message: Inbound): Promise<void> | undefined {
			const { topic, event } = message
			const channel = membership.channelsOf(connection).get(topic)
			if (topic === 'phoenix') {
				if (event === 'heartbeat') connection.reply(message, 'ok')
			} else if (event === 'phx_join') return join(connection, message)
			else if (!channel || (message.joinRef !== null && message.joinRef !== channel.joinRef)) {
				if (event === 'phx_leave') connection.reply(message, 'ok')
				else if (!channel) connection.reply(message, 'error', { reason: 'unmatched topic' })
			} else if (event === 'phx_leave') leave(channel, message)
			else if (event === 'access_token') return tokenRefresh.refresh(channel, message.payload)
			// The permissions of a joining channel are not known yet.
			else if (channel.state !== 'joined') connection.reply(message, 'error', { reason: 'not joined' })
			else if (event === 'broadcast') handleBroadcast(parts, channel, message)
			else if (event === 'presence') handlePresence(channel, message)
			return undefined
		},
		messageRateExceeded(connection: Connection): void {
			for (const channel of [...membership.channelsOf(connection).values()])
				membership.shutDown(channel, 'Too many messages per second')
		},
		disconnected(connection: Connection): void {
			for (const channel of [...membership.channelsOf(connection).values()]) membership.remove(channel)
		},
		checkTokens(connection: Connection): void {
			for (const channel of membership.channelsOf(connection).values()) void tokenRefresh.checkToken(channel)
		},
		check(connection: Connection): void {
			for (const channel of membership.channelsOf(connection).values())
				if (channel.isExpired) membership.shutDown(channel, 'Token has expired')
				else if (deps.endedSessions.has(channel.claims)) membership.shutDown(channel, 'Session has ended')
				else if (channel.isPrivate && channel.state === 'joined' && isRecheckDue(channel)) tokenRefresh.recheck(channel)
		},
	}
}

/** A function, as the compiler narrows `state` across an `await`. */
function isClosed(channel: Channel): boolean {
	return channel.state === 'closed'
}
