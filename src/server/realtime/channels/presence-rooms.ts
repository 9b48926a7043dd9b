/** One entry as clients see it; the reference changes with every change. */
export type Meta = { phx_ref: string; phx_ref_prev?: string; [key: string]: unknown }
/** Somebody present: the key under which, and what they say of themselves. */
export type Tracked = { key: string; meta: Meta }
type State = Record<string, { metas: Meta[] }>
export type Diff = { joins: State; leaves: State }

/** Milliseconds in which changes of a room are gathered: a hundred arrivals at once are one message, not a hundred. */
const gatherFor = 30

type Room = {
	present: Map<string, Tracked>
	/** Not told yet: who was there when gathering began, or undefined for who was not. */
	changed: Map<string, Tracked | undefined>
}

/** Who is present in each room, whoever told it; says what changed, a moment later (data.md §3.4). */
export class PresenceRooms {
	private readonly rooms = new Map<string, Room>()
	private readonly tell: (room: string, diff: Diff) => void
	private readonly waiting = new Set<string>()
	private timer: NodeJS.Timeout | undefined

	/** @param tell pushes a change to the members of a room on this node */
	constructor(tell: (room: string, diff: Diff) => void) {
		this.tell = tell
	}

	get(room: string, member: string): Tracked | undefined {
		return this.rooms.get(room)?.present.get(member)
	}

	put(name: string, member: string, tracked: Tracked): void {
		const room = this.rooms.get(name) ?? { present: new Map(), changed: new Map() }
		this.rooms.set(name, room)
		if (room.present.get(member)?.meta.phx_ref === tracked.meta.phx_ref) return
		this.note(name, room, member)
		room.present.set(member, tracked)
	}

	drop(name: string, member: string): void {
		const room = this.rooms.get(name)
		if (!room?.present.has(member)) return
		this.note(name, room, member)
		room.present.delete(member)
	}

	/** Everything that a room's newcomer has to know; what was waiting to be told is told to the others first. */
	state(name: string): State {
		this.flush(name)
		return asState(this.rooms.get(name)?.present.values() ?? [])
	}

	close(): void {
		clearTimeout(this.timer)
	}

	private note(name: string, room: Room, member: string): void {
		if (!room.changed.has(member)) room.changed.set(member, room.present.get(member))
		this.waiting.add(name)
		this.timer ??= setTimeout(() => {
			this.timer = undefined
			for (const one of this.waiting) this.flush(one)
		}, gatherFor).unref()
	}

	private flush(name: string): void {
		this.waiting.delete(name)
		const room = this.rooms.get(name)
		if (!room || room.changed.size === 0) return
		const joins: Tracked[] = []
		const leaves: Tracked[] = []
		for (const [member, before] of room.changed) {
			const now = room.present.get(member)
			if (before === now) continue
			if (before) leaves.push(before)
			if (now) joins.push(before ? following(now, before) : now)
		}
		room.changed.clear()
		if (room.present.size === 0) this.rooms.delete(name)
		if (joins.length + leaves.length > 0)
			this.tell(name, { joins: asState(joins), leaves: asState(leaves) })
	}
}

/** With a reference to what was last told, not to what came and went in between. */
function following({ key, meta }: Tracked, before: Tracked): Tracked {
	return { key, meta: { ...meta, phx_ref_prev: before.meta.phx_ref } }
}

function asState(tracked: Iterable<Tracked>): State {
	// Keys are the members' own words: no prototype to stumble over.
	const state: State = Object.create(null)
	for (const { key, meta } of tracked) {
		state[key] ??= { metas: [] }
		state[key].metas.push(meta)
	}
	return state
}
