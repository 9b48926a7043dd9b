import type { Deps } from '#server/deps.ts'
import { type Caller, CallerError } from '#server/http/caller.ts'
import type { ChangeFeed } from '#server/realtime/changes/change-feed.ts'
import { FilterError } from '#server/realtime/changes/filter.ts'
import type { Relations } from '#server/realtime/changes/relations.ts'
import {
	prepareSubscription,
	type Subscription,
	type Subscriptions,
} from '#server/realtime/changes/subscriptions.ts'
import { limits } from '#server/realtime/limits.ts'
import type { Connection } from '#server/realtime/wire/connection.ts'
import type { Inbound } from '#server/realtime/wire/frames.ts'
import { Channel } from './channel.ts'
import { type JoinConfig, readJoinConfig } from './join-config.ts'

/** Refuses a join; the text is the reply's reason, `Code: words`. */
export class JoinRefusal extends Error {}

type Parts = {
	deps: Deps
	relations: Relations
	subscriptions: Subscriptions
	feed: ChangeFeed
}

let subscriptionIds = 0

/**
 * Who a channel speaks for: its own token, or the key of the socket (an `sb_…` token means the key).
 * @throws JoinRefusal
 */
export function identifyChannel(
	deps: Deps,
	connection: Connection,
	token: string | undefined,
): Caller {
	if (!token || token.startsWith('sb_')) return connection.caller
	try {
		return deps.identify(new Headers({ authorization: `Bearer ${token}` }))
	} catch (error) {
		if (!(error instanceof CallerError)) throw error
		throw new JoinRefusal(
			error.problem === 'expired_token'
				? 'InvalidJWTToken: Token has expired'
				: `InvalidJWTToken: ${error.message}`,
		)
	}
}

/** Makes the channel of a join, not yet subscribed. */
export function openChannel(deps: Deps, connection: Connection, message: Inbound): Channel {
	const { topic, payload, joinRef, ref } = message
	if (!topic.startsWith('realtime:')) throw new JoinRefusal('unmatched topic')
	if (topic.length === 'realtime:'.length)
		throw new JoinRefusal('TopicNameRequired: You must provide a topic name')
	// Binary frames give a topic's length in one byte.
	if (Buffer.byteLength(topic) > 255)
		throw new JoinRefusal('TopicNameRequired: The topic is longer than 255 bytes')
	if (connection.channels.size >= limits.channelsPerConnection && !connection.channels.has(topic))
		throw new JoinRefusal('ChannelRateLimitReached: Too many channels')
	const config = readJoinConfig(payload)
	const { claims, token } = identifyChannel(deps, connection, config.accessToken)
	return new Channel(connection, topic, joinRef ?? ref, config, claims, token)
}

/**
 * Checks a channel's wishes and opens the feed for them. The caller adds them and answers in one go, so that nothing
 * is pushed before the reply and nothing that commits after it is missed.
 * @returns the subscriptions, with one id for equal ones, or words on why there are none. Whoever takes subscriptions
 *   releases the feed once when they end.
 */
export async function subscribe(
	{ deps, relations, feed }: Parts,
	channel: Channel,
): Promise<Subscription[] | { problem: string }> {
	const { bindings } = channel.config
	if (bindings.length > limits.bindingsPerChannel)
		throw new JoinRefusal('ChannelRateLimitReached: Too many postgres_changes')
	if (bindings.length === 0) return []
	try {
		const wishes = await Promise.all(
			bindings.map((one) => prepareSubscription(deps.db, relations, one, channel.claims.role)),
		)
		const since = await feed.open()
		const ids = new Map<string, number>()
		return wishes.map((wish, i) => {
			const key = JSON.stringify(bindings[i])
			const id = ids.get(key) ?? nextId()
			ids.set(key, id)
			return { ...wish, id, listener: channel, since }
		})
	} catch (error) {
		if (error instanceof FilterError) return { problem: error.message }
		throw error
	}
}

/** The reply's list: what was asked, in the same order, each with its id. */
export function describeSubscriptions({ bindings }: JoinConfig, subscriptions: Subscription[]) {
	return bindings.map((binding, i) => ({ ...binding, id: subscriptions[i]?.id ?? nextId() }))
}

function nextId(): number {
	subscriptionIds = (subscriptionIds % 0x7fff_ffff) + 1
	return subscriptionIds
}
