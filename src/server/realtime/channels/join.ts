import type { Deps } from '#server/deps.ts'
import { CallerError } from '#server/http/caller.ts'
import { FilterError, PrivilegeError } from '#server/realtime/changes/filter.ts'
import type { Relations } from '#server/realtime/changes/relations.ts'
import { checkBinding, type Wish } from '#server/realtime/changes/wish.ts'
import type { Limits } from '#server/realtime/limits.ts'
import type { Connection } from '#server/realtime/wire/connection.ts'
import type { Inbound } from '#server/realtime/wire/frames.ts'
import { Channel, type Identity } from './channel.ts'
import { type Binding, type JoinConfig, readJoinConfig } from './join-config.ts'

/** Bytes of a presence key. */
const longestKey = 1000

/** Refuses a join; the text is the reply's reason, `Code: words`. */
export class JoinRefusal extends Error {}

/**
 * Who a channel speaks for: its own token, or the key of the socket (an `sb_…` token means the key).
 * @throws JoinRefusal
 */
export function identifyChannel(
	deps: Deps,
	connection: Connection,
	token: string | undefined,
): Identity {
	if (!token || token.startsWith('sb_')) return connection.caller
	const identity = verify(deps, token)
	// A channel ends with its token; one without an end would outlive everything.
	if (identity.token !== undefined && identity.claims.exp === undefined)
		throw new JoinRefusal('InvalidJWTToken: Fields `role` and `exp` are required in JWT')
	return identity
}

function verify(deps: Deps, token: string): Identity {
	try {
		return deps.identify(new Headers({ authorization: `Bearer ${token}` }))
	} catch (error) {
		// A token that no header could carry is none.
		if (error instanceof TypeError)
			throw new JoinRefusal('MalformedJWT: The token provided is not a valid JWT')
		if (!(error instanceof CallerError)) throw error
		throw new JoinRefusal(
			error.problem === 'expired_token'
				? 'InvalidJWTToken: Token has expired'
				: `InvalidJWTToken: ${error.message}`,
		)
	}
}

/** Makes the channel of a join, not yet subscribed. */
export function openChannel(
	deps: Deps,
	connection: Connection,
	{ topic, payload, joinRef, ref }: Inbound,
	limits: Limits,
): { channel: Channel; config: JoinConfig } {
	if (!topic.startsWith('realtime:')) throw new JoinRefusal('unmatched topic')
	if (topic.length === 'realtime:'.length)
		throw new JoinRefusal('TopicNameRequired: You must provide a topic name')
	// Binary frames give a topic's length in one byte.
	if (Buffer.byteLength(topic) > 255)
		throw new JoinRefusal('TopicNameRequired: The topic is longer than 255 bytes')
	if (topic.includes('\0')) throw new JoinRefusal('TopicNameRequired: The topic has a NUL in it')
	if (connection.channels.size >= limits.channelsPerSocket && !connection.channels.has(topic))
		throw new JoinRefusal('ChannelRateLimitReached: Too many channels')
	const config = readJoinConfig(payload)
	if (limits.privateOnly && !config.isPrivate)
		throw new JoinRefusal('PrivateOnly: This project only allows private channels')
	if (Buffer.byteLength(config.presenceKey) > longestKey)
		throw new JoinRefusal(`InvalidJoinPayload: The presence key is longer than ${longestKey} bytes`)
	if (config.bindings.length > limits.bindingsPerChannel)
		throw new JoinRefusal('ChannelRateLimitReached: Too many postgres_changes')
	const identity = identifyChannel(deps, connection, config.accessToken)
	return { channel: new Channel(connection, topic, joinRef ?? ref, config, identity), config }
}

/** @returns what of it a channel may hear, by its words; and words on why it hears less than it asked for */
export async function checkBindings(
	{ deps, relations, limits }: { deps: Deps; relations: Relations; limits: Limits },
	bindings: readonly Binding[],
	role: string,
): Promise<{ wishes: Map<string, Wish>; problem: string | undefined }> {
	const wishes = new Map<string, Wish>()
	let problem: string | undefined
	for (const binding of bindings) {
		const key = JSON.stringify(binding)
		if (wishes.has(key)) continue
		try {
			const { conditionsPerFilter } = limits
			wishes.set(key, await checkBinding(deps.db, relations, binding, role, conditionsPerFilter))
		} catch (error) {
			if (!(error instanceof FilterError)) throw error
			if (!(error instanceof PrivilegeError)) return { wishes: new Map(), problem: error.message }
			// The other tables of the channel are heard.
			problem ??= error.message
		}
	}
	return { wishes, problem }
}
