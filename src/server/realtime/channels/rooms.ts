import { wasOver } from '#server/realtime/changes/snapshot.ts'
import type { Broadcast } from '#server/realtime/wire/broadcast.ts'
import { encodeBroadcast } from '#server/realtime/wire/broadcast-frames.ts'
import { encode, type Frame, type Version } from '#server/realtime/wire/frames.ts'
import type { Channel } from './channel.ts'

/** Who is where on this node: the members of every topic. A frame is written once for all who get the same. */
export class Rooms {
	private readonly members = new Map<string, Set<Channel>>()

	enter(channel: Channel): void {
		const room = this.members.get(channel.room) ?? new Set()
		this.members.set(channel.room, room.add(channel))
	}

	leave(channel: Channel): void {
		const room = this.members.get(channel.room)
		room?.delete(channel)
		if (room?.size === 0) this.members.delete(channel.room)
	}

	/** Everybody on this node. */
	everybody(): Channel[] {
		return [...this.members.values()].flatMap((room) => [...room])
	}

	pushPresence(room: string, diff: object): void {
		const payload = JSON.stringify(diff)
		const frames = once((version, topic) => encode(version, 'presence_diff', { topic }, payload))
		for (const member of this.of(room))
			if (member.hearsPresence && member.permissions.readPresence) frames(member)
	}

	/** @param sender hears it only if it asked to hear itself */
	broadcast(room: string, message: Broadcast, sender?: Channel): void {
		const frames = once((version, topic) => encodeBroadcast(version, topic, message))
		for (const member of this.of(room))
			if (member.permissions.readBroadcast && (member !== sender || member.self)) frames(member)
	}

	/** A message out of the database: those who joined after its commit have it from their replay, or not at all. */
	deliver(room: string, message: Broadcast, xid: number): void {
		const frames = once((version, topic) => encodeBroadcast(version, topic, message))
		for (const member of this.of(room)) {
			const isOld = member.since !== undefined && wasOver(xid, member.since)
			if (member.permissions.readBroadcast && !isOld) frames(member)
		}
	}

	private of(room: string): Iterable<Channel> {
		return this.members.get(room) ?? []
	}
}

/** Members of a room share the topic, so there is one frame for each version. */
function once(
	write: (version: Version, topic: string) => Frame | undefined,
): (member: Channel) => void {
	const written = new Map<Version, Frame | undefined>()
	return (member) => {
		const { version, topic } = member
		if (!written.has(version)) written.set(version, write(version, topic))
		const frame = written.get(version)
		if (frame) member.send(frame)
	}
}
