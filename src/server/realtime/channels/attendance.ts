import { Budget, type Limits } from '#server/realtime/limits.ts'
import type { Inbound } from '#server/realtime/wire/frames.ts'
import type { Channel } from './channel.ts'
import type { Membership } from './membership.ts'
import type { Presence } from './presence.ts'

type Parts = { limits: Limits; presence: Presence }
/** Done; or why not; or why the channel ends. */
type Outcome = { reason: string } | { ends: string } | Record<string, never>

const tooMany = 'Too many presence messages per second'

/** What clients say of their own presence (data.md §3.4). */
export class Attendance {
	private readonly parts: Parts
	private readonly membership: Membership
	private readonly budget: Budget

	constructor(parts: Parts, membership: Membership) {
		this.parts = parts
		this.membership = membership
		this.budget = new Budget(parts.limits.presencePerSecond, 1000)
	}

	handle(channel: Channel, message: Inbound): void {
		const outcome = this.answer(channel, message.payload)
		if ('ends' in outcome) this.membership.shutDown(channel, outcome.ends)
		else if ('reason' in outcome) channel.connection.reply(message, 'error', outcome)
		else channel.connection.reply(message, 'ok')
	}

	private answer(channel: Channel, content: unknown): Outcome {
		const { limits, presence } = this.parts
		const { event, payload } = (content ?? {}) as { event?: unknown; payload?: unknown }
		if (!channel.connection.takePresence()) return { ends: tooMany }
		// Whoever did no more than their share is not put out for what others did.
		if (!this.budget.take()) return { reason: tooMany }
		const wish = typeof event === 'string' ? event.toLowerCase() : ''
		if (wish === 'untrack') {
			presence.untrack(channel)
			return {}
		}
		if (wish !== 'track') return { reason: 'unknown_presence_event' }
		if (!channel.mayTrack(limits)) return { ends: 'Client presence rate limit exceeded' }
		if (!channel.permissions.writePresence) return { reason: 'Unauthorized' }
		const said = readMeta(payload ?? {})
		if (said === undefined) return { reason: 'Presence track payload must be a map' }
		if (Buffer.byteLength(said) > limits.presencePayload)
			return { ends: 'Track message size exceeded' }
		this.track(channel, said)
		return {}
	}

	/** Whoever tells of himself hears of the others from then on, beginning with those who are there. */
	private track(channel: Channel, said: string): void {
		const { presence } = this.parts
		presence.track(channel, said)
		if (channel.hearsPresence) return
		const state = presence.state(channel.room)
		channel.hearsPresence = true
		if (channel.permissions.readPresence) channel.push('presence_state', state)
	}
}

/** An object as JSON text. */
function readMeta(payload: unknown): string | undefined {
	if (typeof payload !== 'object' || Array.isArray(payload)) return undefined
	try {
		return JSON.stringify(payload)
	} catch {
		return undefined
	}
}
