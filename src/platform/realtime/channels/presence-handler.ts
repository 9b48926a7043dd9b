import { FixedWindowLimiter, type RealtimeQuotas } from '#platform/realtime/quotas.ts'
import type { Inbound } from '#platform/realtime/wire/frames.ts'
import type { Channel } from './channel.ts'
import type { Membership } from './membership.ts'
import type { Presence } from './presence.ts'

type Parts = { limits: RealtimeQuotas; presence: Presence }
/** `reason` is an error reply, `close` closes the channel. */
type Outcome = { reason: string } | { close: string } | Record<string, never>

const tooManyMessages = 'Too many presence messages per second'

/** Handles the presence messages of clients. */
export class PresenceHandler {
	private readonly parts: Parts
	private readonly membership: Membership
	private readonly limiter: FixedWindowLimiter

	constructor(parts: Parts, membership: Membership) {
		this.parts = parts
		this.membership = membership
		this.limiter = new FixedWindowLimiter(parts.limits.presencePerSecond, 1000)
	}

	handle(channel: Channel, message: Inbound): void {
		const outcome = this.apply(channel, message.payload)
		if ('close' in outcome) this.membership.shutDown(channel, outcome.close)
		else if ('reason' in outcome) channel.connection.reply(message, 'error', outcome)
		else channel.connection.reply(message, 'ok')
	}

	private apply(channel: Channel, content: unknown): Outcome {
		const { limits, presence } = this.parts
		const { event, payload } = (content ?? {}) as { event?: unknown; payload?: unknown }
		if (!channel.connection.takePresence()) return { close: tooManyMessages }
		// A socket within its share is not closed for the messages of others.
		if (!this.limiter.take()) return { reason: tooManyMessages }
		const action = typeof event === 'string' ? event.toLowerCase() : ''
		if (action === 'untrack') {
			presence.untrack(channel)
			return {}
		}
		if (action !== 'track') return { reason: 'unknown_presence_event' }
		if (!channel.mayTrack(limits)) return { close: 'Client presence rate limit exceeded' }
		if (!channel.permissions.writePresence) return { reason: 'Unauthorized' }
		const meta = presenceMetaJson(payload ?? {})
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
}

/** Undefined for what is no object, or nested too deeply to be serialized. */
function presenceMetaJson(payload: unknown): string | undefined {
	if (typeof payload !== 'object' || Array.isArray(payload)) return undefined
	try {
		return JSON.stringify(payload)
	} catch {
		return undefined
	}
}
