import { FixedWindowLimiter, type RealtimeQuotas } from '#platform/realtime/quotas.ts'
import { type Inbound, tryToJson } from '#platform/realtime/wire/frames.ts'
import type { Channel } from './channel.ts'
import type { Membership } from './membership.ts'
import type { Presence } from './presence.ts'

type Parts = { limits: RealtimeQuotas; presence: Presence }
/** `reason` is an error reply, `close` closes the channel. */
type Outcome = { reason: string } | { close: string } | Record<string, never>

const tooManyMessages = 'Too many presence messages per second'

/** Creates the function that handles the presence messages of clients. */
export function createPresenceHandler({ limits, presence }: Parts, membership: Membership) {
	const limiter = new FixedWindowLimiter(limits.presencePerSecond, 1000)

	function apply(channel: Channel, content: unknown): Outcome {
		const { event, payload } = (content ?? {}) as { event?: unknown; payload?: unknown }
		if (!channel.connection.takePresence()) return { close: tooManyMessages }
		// A socket within its share is not closed for the messages of others.
		if (!limiter.take()) return { reason: tooManyMessages }
		const action = typeof event === 'string' ? event.toLowerCase() : ''
		if (action === 'untrack') {
			presence.untrack(channel)
			return {}
		}
		if (action !== 'track') return { reason: 'unknown_presence_event' }
		if (!channel.mayTrack(limits)) return { close: 'Client presence rate limit exceeded' }
		if (!channel.permissions.writePresence) return { reason: 'Unauthorized' }
		const map = payload ?? {}
		const meta = typeof map === 'object' && !Array.isArray(map) ? tryToJson(map) : undefined
		if (meta === undefined) return { reason: 'Presence track payload must be a map' }
		if (Buffer.byteLength(meta) > limits.maxPresencePayload) return { close: 'Track message size exceeded' }
		presence.track(channel, meta)
		// Tracking turns presence on for the channel, which begins with the state.
		if (channel.receivesPresence) return {}
		const state = presence.state(channel.topicKey)
		channel.receivesPresence = true
		if (channel.permissions.readPresence) channel.push('presence_state', state)
		return {}
	}

	return (channel: Channel, message: Inbound): void => {
		const outcome = apply(channel, message.payload)
		if ('close' in outcome) membership.shutDown(channel, outcome.close)
		else if ('reason' in outcome) channel.connection.reply(message, 'error', outcome)
		else channel.connection.reply(message, 'ok')
	}
}
