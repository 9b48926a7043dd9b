import type { Channel } from './channel.ts'

type Meta = { phx_ref: string; phx_ref_prev?: string; [key: string]: unknown }
type Tracked = { key: string; meta: Meta }
type State = Record<string, { metas: Meta[] }>

let references = 0

/** Who is present in each room and what they say of themselves (data.md §3.4). */
export class Presence {
	private readonly rooms = new Map<string, Map<Channel, Tracked>>()
	private readonly tell: (room: string, event: 'presence_diff', payload: object) => void

	/** @param tell pushes a change to the members of a room that hear presence */
	constructor(tell: (room: string, event: 'presence_diff', payload: object) => void) {
		this.tell = tell
	}

	track(channel: Channel, payload: Record<string, unknown>): void {
		const room = this.rooms.get(channel.room) ?? new Map<Channel, Tracked>()
		this.rooms.set(channel.room, room)
		const before = room.get(channel)
		const phx_ref = `${Date.now().toString(36)}-${(++references).toString(36)}`
		const meta: Meta = {
			...payload,
			phx_ref,
			...(before ? { phx_ref_prev: before.meta.phx_ref } : {}),
		}
		const after = { key: channel.presenceKey, meta }
		room.set(channel, after)
		this.tell(channel.room, 'presence_diff', {
			joins: asState([after]),
			leaves: asState(before ? [before] : []),
		})
	}

	untrack(channel: Channel): void {
		const room = this.rooms.get(channel.room)
		const before = room?.get(channel)
		if (!room || !before) return
		room.delete(channel)
		if (room.size === 0) this.rooms.delete(channel.room)
		this.tell(channel.room, 'presence_diff', { joins: {}, leaves: asState([before]) })
	}

	state(room: string): State {
		return asState([...(this.rooms.get(room)?.values() ?? [])])
	}
}

function asState(tracked: Tracked[]): State {
	const state: State = Object.create(null)
	for (const { key, meta } of tracked) {
		state[key] ??= { metas: [] }
		state[key].metas.push(meta)
	}
	return state
}
