import type { Db } from '#server/pg/db.ts'
import { service } from '#server/realtime/changes/relations.ts'
import type { Rooms } from '#server/realtime/channels/rooms.ts'
import { pruneMessages, readMessage } from './relay-queries.ts'

type Message = {
	topic: string
	event: string | null
	payload: string | null
	binary_payload: Buffer | null
	private: boolean
}

const pruneEvery = 3_600_000

/** Takes messages that SQL sent (`realtime.send`) to the members on this node; every node does so for its own. */
export function createOutbox(
	db: Db,
	rooms: Rooms,
	warn: (error: unknown, what: string) => void,
): { start(): Promise<void>; close(): void } {
	let last: Promise<void> = Promise.resolve()
	let timer: NodeJS.Timeout | undefined

	async function deliver(id: string): Promise<void> {
		const [message] = await db.as(service, (tx) => tx.final<Message>(readMessage(id)))
		if (!message) return
		const room = `${message.private ? 'private' : 'public'}:${message.topic}`
		const event = message.event ?? ''
		const { binary_payload: bytes, payload } = message
		if (bytes) rooms.broadcast(room, { event, bytes })
		else if (payload !== null) rooms.broadcast(room, { event, json: payload })
	}

	return {
		async start() {
			await db.listen('realtime_messages', (id) => {
				last = last
					.then(() => deliver(id))
					.catch((error) => warn(error, 'a message from the database was lost'))
			})
			timer = setInterval(() => {
				db.as(service, (tx) => tx.final(pruneMessages())).catch((error) =>
					warn(error, 'pruning messages failed'),
				)
			}, pruneEvery).unref()
		},
		close: () => clearInterval(timer),
	}
}
