import type { Rooms } from '#server/realtime/channels/rooms.ts'
import type { Broadcast } from '#server/realtime/wire/broadcast.ts'
import type { ChangeRow } from './change.ts'

/** A row of realtime.messages as its trigger writes it to the outbox. */
type Sent = {
	topic: string
	event: string | null
	/** JSON text. */
	payload: string | null
	/** Base64, with line breaks. */
	bytes: string | null
	private: boolean
}

/** Whether a row of the outbox is a message that SQL sent (`realtime.send`), and no change of a table. */
export function isMessage({ schema_name, table_name }: ChangeRow): boolean {
	return schema_name === 'realtime' && table_name === 'messages'
}

/** Takes a message that SQL sent to the members on this node; every node does so for its own. */
export function deliverMessage(rooms: Rooms, { key, new_row, xid }: ChangeRow): void {
	const message = JSON.parse(new_row ?? '{}') as Sent
	const broadcast = toBroadcast(message, key?.[0] ?? '')
	if (!broadcast) return
	rooms.deliver(
		`${message.private ? 'private' : 'public'}:${message.topic}`,
		broadcast,
		Number(xid),
	)
}

function toBroadcast({ event, payload, bytes }: Sent, id: string): Broadcast | undefined {
	const meta = { id }
	if (bytes !== null) return { event: event ?? '', bytes: Buffer.from(bytes, 'base64'), meta }
	return payload === null ? undefined : { event: event ?? '', json: payload, meta }
}
