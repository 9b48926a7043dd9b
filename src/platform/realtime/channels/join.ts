import type { Deps } from '#platform/deps.ts'
import { CallerError } from '#platform/http/request/caller.ts'
import { type Binding, type ChangeSubscription, checkBinding } from '#platform/realtime/changes/change-subscription.ts'
import { FilterError, PrivilegeError } from '#platform/realtime/changes/parse-filter.ts'
import type { PublishedTables } from '#platform/realtime/changes/published-tables.ts'
import type { RealtimeQuotas } from '#platform/realtime/quotas.ts'
import type { Connection } from '#platform/realtime/wire/connection.ts'
import type { Inbound } from '#platform/realtime/wire/frames.ts'
import { Channel, type Identity } from './channel.ts'
import { type JoinConfig, parseJoinConfig } from './join-config.ts'

const maxPresenceKeyBytes = 1000

/** Rejects a join; the message is the reply's reason, `Code: words`. */
export class JoinError extends Error {}

/**
 * The identity of a channel: its own token, or the key of the socket (an `sb_…` token means the key).
 * @throws JoinError
 */
export async function identifyChannel(
	deps: Deps,
	connection: Connection,
	token: string | undefined,
): Promise<Identity> {
	if (!token || token.startsWith('sb_')) return connection.caller
	const identity = await verify(deps, token)
	// A channel ends with its token: without an expiry it would never end.
	if (identity.token !== undefined && identity.claims.exp === undefined)
		throw new JoinError('InvalidJWTToken: Fields `role` and `exp` are required in JWT')
	return identity
}

async function verify(deps: Deps, token: string): Promise<Identity> {
	try {
		return await deps.identify(new Headers({ authorization: `Bearer ${token}` }))
	} catch (error) {
		// The token has characters that are not allowed in a header.
		if (error instanceof TypeError) throw new JoinError('MalformedJWT: The token provided is not a valid JWT')
		if (!(error instanceof CallerError)) throw error
		const message = error.problem === 'expired_token' ? 'Token has expired' : error.message
		throw new JoinError(`InvalidJWTToken: ${message}`)
	}
}

/**
 * Makes the channel of a join, not yet subscribed.
 * @param channels the channels of the connection, by topic
 */
export async function createChannel(
	deps: Deps,
	connection: Connection,
	{ topic, payload, joinRef, ref }: Inbound,
	limits: RealtimeQuotas,
	channels: ReadonlyMap<string, Channel>,
): Promise<{ channel: Channel; config: JoinConfig }> {
	if (!topic.startsWith('realtime:')) throw new JoinError('unmatched topic')
	if (topic.length === 'realtime:'.length) throw new JoinError('TopicNameRequired: You must provide a topic name')
	// Binary frames have one byte for a topic's length.
	if (Buffer.byteLength(topic) > 255) throw new JoinError('TopicNameRequired: The topic is longer than 255 bytes')
	if (topic.includes('\0')) throw new JoinError('TopicNameRequired: The topic has a NUL in it')
	if (channels.size >= limits.channelsPerSocket && !channels.has(topic))
		throw new JoinError('ChannelRateLimitReached: Too many channels')
	const config = parseJoinConfig(payload)
	if (limits.privateOnly && !config.isPrivate)
		throw new JoinError('PrivateOnly: This project only allows private channels')
	if (Buffer.byteLength(config.presenceKey) > maxPresenceKeyBytes)
		throw new JoinError(`InvalidJoinPayload: The presence key is longer than ${maxPresenceKeyBytes} bytes`)
	if (config.bindings.length > limits.bindingsPerChannel)
		throw new JoinError('ChannelRateLimitReached: Too many postgres_changes')
	const identity = await identifyChannel(deps, connection, config.accessToken)
	return { channel: new Channel(connection, topic, joinRef ?? ref, config, identity), config }
}

/** @returns the granted subscriptions by the JSON of their binding, and why others were not granted */
export async function checkBindings(
	{ deps, relations, limits }: { deps: Deps; relations: PublishedTables; limits: RealtimeQuotas },
	bindings: readonly Binding[],
	role: string,
): Promise<{
	changeSubscriptions: Map<string, ChangeSubscription>
	problem: string | undefined
}> {
	const changeSubscriptions = new Map<string, ChangeSubscription>()
	let problem: string | undefined
	for (const binding of bindings) {
		const key = JSON.stringify(binding)
		if (changeSubscriptions.has(key)) continue
		try {
			const { conditionsPerFilter } = limits
			const checked = await checkBinding(deps.db, relations, binding, role, conditionsPerFilter)
			changeSubscriptions.set(key, checked)
		} catch (error) {
			if (!(error instanceof FilterError)) throw error
			if (!(error instanceof PrivilegeError)) return { changeSubscriptions: new Map(), problem: error.message }
			// A missing privilege does not affect the other tables.
			problem ??= error.message
		}
	}
	return { changeSubscriptions, problem }
}
