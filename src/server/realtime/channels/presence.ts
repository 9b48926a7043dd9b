import type { NodeMessage } from '#server/realtime/nodes/relay.ts'
import type { Channel } from './channel.ts'

type Meta = { phx_ref: string; phx_ref_prev?: string; [key: string]: unknown }
type Tracked = { key: string; meta: Meta }
type State = Record<string, { metas: Meta[] }>
type Outlets = {
	/** Pushes a change to the members of a room, on this node, that hear presence. */
	push: (room: string, diff: { joins: State; leaves: State }) => void
	/** Tells the other nodes. */
	tell: (message: NodeMessage) => void
}

let references = 0

/** Who is present in each room, on any node, and what they say of themselves (data.md §3.4). */
export class Presence {
	private readonly node: string
	private readonly outlets: Outlets
	private readonly rooms = new Map<string, Map<string, Tracked>>()
	/** Members of this node by channel: `node/number`. */
	private readonly members = new Map<Channel, string>()

	constructor(node: string, outlets: Outlets) {
		this.node = node
		this.outlets = outlets
	}

	track(channel: Channel, payload: Record<string, unknown>): void {
		const member = this.members.get(channel) ?? `${this.node}/${++references}`
		this.members.set(channel, member)
		const before = this.rooms.get(channel.room)?.get(member)
		const meta: Meta = {
			...payload,
			phx_ref: `${Date.now().toString(36)}-${(++references).toString(36)}`,
			...(before ? { phx_ref_prev: before.meta.phx_ref } : {}),
		}
		const { room, presenceKey: key } = channel
		this.put(room, member, { key, meta })
		this.outlets.tell({ kind: 'present', room, member, key, meta })
	}

	untrack(channel: Channel): void {
		const member = this.members.get(channel)
		if (member === undefined) return
		this.members.delete(channel)
		this.drop(channel.room, member)
		this.outlets.tell({ kind: 'absent', room: channel.room, member })
	}

	/** What another node said. */
	receive(message: NodeMessage & { kind: 'present' | 'absent' }): void {
		const { room, member } = message
		if (message.kind === 'absent') this.drop(room, member)
		else this.put(room, member, { key: message.key, meta: message.meta as Meta })
	}

	/** Tells a node that turned up who is here. */
	introduce(): void {
		for (const [{ room }, member] of this.members) {
			const tracked = this.rooms.get(room)?.get(member)
			if (tracked) this.outlets.tell({ kind: 'present', room, member, ...tracked })
		}
	}

	/** A node is gone, and everybody on it. */
	forgetNode(node: string): void {
		for (const [room, present] of this.rooms)
			for (const member of [...present.keys()])
				if (member.startsWith(`${node}/`)) this.drop(room, member)
	}

	state(room: string): State {
		return asState([...(this.rooms.get(room)?.values() ?? [])])
	}

	private put(room: string, member: string, tracked: Tracked): void {
		const present = this.rooms.get(room) ?? new Map<string, Tracked>()
		this.rooms.set(room, present)
		const before = present.get(member)
		if (before?.meta.phx_ref === tracked.meta.phx_ref) return
		present.set(member, tracked)
		this.outlets.push(room, { joins: asState([tracked]), leaves: asState(before ? [before] : []) })
	}

	private drop(room: string, member: string): void {
		const present = this.rooms.get(room)
		const before = present?.get(member)
		if (!present || !before) return
		present.delete(member)
		if (present.size === 0) this.rooms.delete(room)
		this.outlets.push(room, { joins: {}, leaves: asState([before]) })
	}
}

function asState(tracked: Tracked[]): State {
	// Keys are the members' own words: no prototype to stumble over.
	const state: State = Object.create(null)
	for (const { key, meta } of tracked) {
		state[key] ??= { metas: [] }
		state[key].metas.push(meta)
	}
	return state
}
