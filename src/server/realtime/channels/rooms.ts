import type { Broadcast } from '#server/realtime/wire/frames.ts'
import type { Channel } from './channel.ts'

/** Who is where on this node: the members of every topic. */
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

	of(room: string): Iterable<Channel> {
		return this.members.get(room) ?? []
	}

	pushPresence(room: string, diff: object): void {
		for (const member of this.of(room))
			if (member.hearsPresence && member.permissions.readPresence)
				member.push('presence_diff', diff)
	}

	/** @param sender hears it only if it asked to hear itself */
	broadcast(room: string, message: Broadcast, sender?: Channel): void {
		for (const member of this.of(room))
			if (member !== sender || member.config.self) member.receive(message)
	}
}
