import type { ChangeRow } from '#platform/realtime/changes/change.ts'
import { isVisibleInSnapshot } from '#platform/realtime/changes/snapshot.ts'
import { encodeBroadcast } from '#platform/realtime/wire/broadcast-frames.ts'
import { type Broadcast, encodeFrame, type Frame, type ProtocolVersion } from '#platform/realtime/wire/frames.ts'
import { type Channel, topicKeyOf } from './channel.ts'

/** The channels of every topic on this node. Each message is encoded once per protocol version. */
export class TopicMembers {
	private readonly members = new Map<string, Set<Channel>>()

	add(channel: Channel): void {
		const members = this.members.get(channel.topicKey) ?? new Set()
		this.members.set(channel.topicKey, members.add(channel))
	}

	remove(channel: Channel): void {
		const members = this.members.get(channel.topicKey)
		members?.delete(channel)
		if (members?.size === 0) this.members.delete(channel.topicKey)
	}

	allMembers(): Channel[] {
		return [...this.members.values()].flatMap((members) => [...members])
	}

	pushPresence(topicKey: string, diff: object): void {
		const payload = JSON.stringify(diff)
		const push = encodeOncePerVersion((version, topic) => encodeFrame(version, 'presence_diff', { topic }, payload))
		for (const member of this.membersOf(topicKey))
			if (member.receivesPresence && member.permissions.readPresence) push(member)
	}

	/** @param sender receives the message only with the option `self` */
	broadcast(topicKey: string, message: Broadcast, sender?: Channel): void {
		const push = encodeOncePerVersion((version, topic) => encodeBroadcast(version, topic, message))
		for (const member of this.membersOf(topicKey))
			if (member.permissions.readBroadcast && (member !== sender || member.self)) push(member)
	}

	/** Delivers a message that SQL sent (`realtime.send`). Each node reads it from the outbox for its own members. */
	deliverDatabaseMessage({ key, new_row, xid }: ChangeRow): void {
		const row = JSON.parse(new_row ?? '{}') as DatabaseMessage
		const message = toBroadcast(row, key?.[0] ?? '')
		if (!message) return
		const push = encodeOncePerVersion((version, topic) => encodeBroadcast(version, topic, message))
		for (const member of this.membersOf(topicKeyOf(row.topic, row.private))) {
			// Committed before the join: the replay has it, if it was requested.
			const isOld = member.since !== undefined && isVisibleInSnapshot(Number(xid), member.since)
			if (member.permissions.readBroadcast && !isOld) push(member)
		}
	}

	private membersOf(topicKey: string): Iterable<Channel> {
		return this.members.get(topicKey) ?? []
	}
}

/** A row of realtime.messages as its trigger writes it to the outbox. */
type DatabaseMessage = {
	topic: string
	event: string | null
	/** JSON text. */
	payload: string | null
	/** Base64, with line breaks. */
	bytes: string | null
	private: boolean
}

/** Tells messages that SQL sent from changes of tables, in the outbox. */
export function isDatabaseMessage({ schema_name, table_name }: ChangeRow): boolean {
	return schema_name === 'realtime' && table_name === 'messages'
}

function toBroadcast({ event, payload, bytes }: DatabaseMessage, id: string): Broadcast | undefined {
	const meta = { id }
	if (bytes !== null) return { event: event ?? '', bytes: Buffer.from(bytes, 'base64'), meta }
	return payload === null ? undefined : { event: event ?? '', json: payload, meta }
}

/** Members of one topic differ only in their protocol version. */
function encodeOncePerVersion(
	encode: (version: ProtocolVersion, topic: string) => Frame | undefined,
): (member: Channel) => void {
	const frames = new Map<ProtocolVersion, Frame | undefined>()
	return (member) => {
		const { version, topic } = member
		if (!frames.has(version)) frames.set(version, encode(version, topic))
		const frame = frames.get(version)
		if (frame) member.send(frame)
	}
}
