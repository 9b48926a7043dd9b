import type { Deps } from '#server/deps.ts'
import type { Limits } from '#server/realtime/limits.ts'
import { type Broadcast, sizeOf } from '#server/realtime/wire/broadcast.ts'
import type { Inbound } from '#server/realtime/wire/frames.ts'
import type { Channel } from './channel.ts'
import { type Keep, persist, readPersist } from './persist.ts'
import type { Rooms } from './rooms.ts'

type Parts = {
	deps: Deps
	limits: Limits
	rooms: Rooms
	relay: (room: string, message: Broadcast) => void
}

/** Broadcasts that come over a socket (data.md §3.3). */
export class Broadcasting {
	private readonly parts: Parts

	constructor(parts: Parts) {
		this.parts = parts
	}

	send(channel: Channel, message: Inbound): void {
		const { rooms, relay } = this.parts
		const content = message.broadcast ?? readContent(message.payload)
		if (!content) {
			answer(channel, message, 'error', { error: 'invalid_payload' })
			return
		}
		const { persist: wish } = (message.metadata ?? {}) as { persist?: unknown }
		const keep = channel.isPrivate ? readPersist(wish, this.parts.limits) : undefined
		const problem = this.problem(channel, content, keep)
		if (problem) {
			answer(channel, message, 'error', { error: problem })
			return
		}
		rooms.broadcast(channel.room, content, channel)
		relay(channel.room, content)
		if (keep && keep !== 'invalid' && channel.permissions.persist)
			void this.keep(channel, message, content, keep)
		else answer(channel, message, 'ok')
	}

	private problem(channel: Channel, content: Broadcast, keep: Keep | 'invalid' | undefined) {
		if (!channel.permissions.writeBroadcast) return 'unauthorized'
		if (sizeOf(content) > this.parts.limits.payload) return 'payload_size_exceeded'
		return keep === 'invalid' ? 'invalid_persist_ttl' : undefined
	}

	private async keep(channel: Channel, message: Inbound, content: Broadcast, keep: Keep) {
		const { db, log } = this.parts.deps
		try {
			answer(channel, message, 'ok', { id: await persist(db, channel.name, content, keep) })
		} catch (error) {
			log.warn({ err: error }, 'a message was delivered but could not be kept')
			answer(channel, message, 'error', { error: 'unable_to_persist_message' })
		}
	}
}

function answer(channel: Channel, message: Inbound, status: 'ok' | 'error', response = {}): void {
	if (channel.ack) channel.connection.reply(message, status, response)
}

/** Of a text frame. What cannot be written again, as it is nested too deeply, is no message. */
function readContent(payload: unknown): Broadcast | undefined {
	const body = payload as { event?: unknown; payload?: unknown } | null | undefined
	if (typeof body?.event !== 'string') return undefined
	try {
		return { event: body.event, json: JSON.stringify(body.payload ?? {}) }
	} catch {
		return undefined
	}
}
