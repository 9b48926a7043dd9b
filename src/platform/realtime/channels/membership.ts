import { setTimeout } from 'node:timers/promises'
import type { ChangeFeed } from '#platform/realtime/changes/change-feed.ts'
import type { ChangeSubscription } from '#platform/realtime/changes/change-subscription.ts'
import type { Snapshot } from '#platform/realtime/changes/snapshot.ts'
import type { SubscriptionEntry, SubscriptionRegistry } from '#platform/realtime/changes/subscription-registry.ts'
import type { Connection } from '#platform/realtime/wire/connection.ts'
import type { Channel } from './channel.ts'
import type { Presence } from './presence.ts'
import type { TopicMembers } from './topic-members.ts'

type Parts = {
	subscriptions: SubscriptionRegistry
	feed: ChangeFeed
	topicMembers: TopicMembers
	presence: Presence
}

const noChannels: ReadonlyMap<string, Channel> = new Map()
const rejoinBatchSize = 100
/** Milliseconds. */
const rejoinPause = 250

export type Membership = ReturnType<typeof createMembership>

/** Registers channels in the connection, topic, feed, subscriptions and presence, and removes them from all. */
export function createMembership({ subscriptions, feed, topicMembers, presence }: Parts) {
	/** Channels by topic; a connection without channels has no entry. */
	const byConnection = new Map<Connection, Map<string, Channel>>()

	/** Replaces the subscriptions of a channel; those it had before keep their id. */
	function setSubscriptions(channel: Channel, changeSubscriptions: ReadonlyMap<string, ChangeSubscription>): void {
		const before = channel.changeSubscriptions
		channel.changeSubscriptions = [...changeSubscriptions].map(([key, subscription]) =>
			subscriptions.add(key, subscription, channel),
		)
		for (const entry of before) if (!channel.changeSubscriptions.includes(entry)) subscriptions.remove(entry, channel)
	}

	function remove(channel: Channel): void {
		const { connection, topic, state } = channel
		if (state === 'closed') return
		channel.state = 'closed'
		const channels = byConnection.get(connection)
		if (channels?.get(topic) === channel) channels.delete(topic)
		if (channels?.size === 0) byConnection.delete(connection)
		if (state === 'joining') return
		setSubscriptions(channel, new Map())
		topicMembers.remove(channel)
		presence.untrack(channel)
		feed.release()
	}

	return {
		channelsOf: (connection: Connection): ReadonlyMap<string, Channel> => byConnection.get(connection) ?? noChannels,
		/** Adds a joining channel. */
		add(channel: Channel): void {
			const channels = byConnection.get(channel.connection) ?? new Map<string, Channel>()
			byConnection.set(channel.connection, channels.set(channel.topic, channel))
		},
		/** @param since the feed's snapshot; the feed is released when the channel ends */
		enter(channel: Channel, since: Snapshot, changeSubscriptions: ReadonlyMap<string, ChangeSubscription>): void {
			channel.state = 'joined'
			channel.authorizedAt = Date.now()
			channel.since = since
			setSubscriptions(channel, changeSubscriptions)
			topicMembers.add(channel)
		},
		setSubscriptions,
		/** Ends a subscription that delays all others, and notifies its channels. */
		dropSubscription(entry: SubscriptionEntry): void {
			for (const listener of [...entry.listeners]) {
				subscriptions.remove(entry, listener)
				listener.endSubscription(entry, 'The filter failed or took too long, it was given up')
			}
		},
		remove,
		/** Closes a channel and sends the reason. */
		shutDown(channel: Channel, reason: string): void {
			// A client that waits for the answer to its join ignores other messages.
			if (channel.state === 'joining') channel.rejectJoin(reason)
			channel.system('system', 'error', reason)
			channel.pushClose('phx_close')
			remove(channel)
		},
		/** Makes all channels of this node join again, in batches, after changes were lost: applications then reload. */
		async rejoinAll(reason: string): Promise<void> {
			for (const [i, channel] of topicMembers.allMembers().entries()) {
				if (i % rejoinBatchSize === rejoinBatchSize - 1) await setTimeout(rejoinPause)
				if (channel.state !== 'joined') continue
				channel.system('postgres_changes', 'error', reason)
				channel.pushClose('phx_error')
				remove(channel)
			}
		},
	}
}
