import type { Channel } from './channel.ts'
import { type Diff, PresenceRooms, type Tracked } from './presence-rooms.ts'

/** What one node tells the others about its own people. `member` is `node/number`. */
export type PresenceNews =
	| ({ kind: 'present'; room: string; member: string } & Tracked)
	| { kind: 'absent'; room: string; member: string }
export type Roster = ({ room: string; member: string } & Tracked)[]

type Outlets = {
	/** Pushes a change to the members of a room, on this node, that hear presence. */
	push: (room: string, diff: Diff) => void
	/** Tells the other nodes. */
	tell: (news: PresenceNews) => void
}
/** A member of this node, where it is, and the text of what it said last. */
type Own = { member: string; room: string; said: string }

let references = 0

/**
 * Who is present in each room, on any node. Each node alone speaks for its own people, so what nodes tell each other
 * can be merged in any order and never contradicts itself.
 */
export class Presence {
	private readonly node: string
	private readonly outlets: Outlets
	private readonly rooms: PresenceRooms
	private readonly own = new Map<Channel, Own>()
	/** Members of other nodes: where each of them is. */
	private readonly others = new Map<string, Map<string, string>>()

	constructor(node: string, outlets: Outlets) {
		this.node = node
		this.outlets = outlets
		this.rooms = new PresenceRooms(outlets.push)
	}

	/** @param payload an object, as JSON text */
	track(channel: Channel, payload: string): void {
		const { room, presenceKey: key } = channel
		const own = this.own.get(channel) ?? { member: `${this.node}/${++references}`, room, said: '' }
		if (own.said === payload) return
		own.said = payload
		this.own.set(channel, own)
		const before = this.rooms.get(room, own.member)
		const meta = {
			...(JSON.parse(payload) as object),
			phx_ref: `${Date.now().toString(36)}-${(++references).toString(36)}`,
			...(before ? { phx_ref_prev: before.meta.phx_ref } : {}),
		}
		this.rooms.put(room, own.member, { key, meta })
		this.outlets.tell({ kind: 'present', room, member: own.member, key, meta })
	}

	untrack(channel: Channel): void {
		const own = this.own.get(channel)
		if (!own) return
		this.own.delete(channel)
		this.rooms.drop(own.room, own.member)
		this.outlets.tell({ kind: 'absent', room: own.room, member: own.member })
	}

	/** What another node said. */
	receive(node: string, news: PresenceNews): void {
		const people = this.others.get(node) ?? new Map<string, string>()
		this.others.set(node, people)
		const { room, member } = news
		if (news.kind === 'absent') {
			people.delete(member)
			this.rooms.drop(room, member)
		} else {
			people.set(member, room)
			this.rooms.put(room, member, { key: news.key, meta: news.meta })
		}
	}

	/** Everybody on this node. */
	roster(): Roster {
		return [...this.own.values()].flatMap(({ room, member }) => {
			const tracked = this.rooms.get(room, member)
			return tracked ? [{ room, member, ...tracked }] : []
		})
	}

	/** Everybody on another node, and nobody else any more. */
	replaceNode(node: string, roster: Roster): void {
		const before = this.others.get(node) ?? new Map<string, string>()
		this.others.set(node, new Map(roster.map(({ member, room }) => [member, room])))
		for (const { room, member, key, meta } of roster) {
			before.delete(member)
			this.rooms.put(room, member, { key, meta })
		}
		for (const [member, room] of before) this.rooms.drop(room, member)
	}

	/** A node is gone, and everybody on it. */
	forgetNode(node: string): void {
		this.replaceNode(node, [])
		this.others.delete(node)
	}

	state(room: string) {
		return this.rooms.state(room)
	}

	close(): void {
		this.rooms.close()
	}
}
