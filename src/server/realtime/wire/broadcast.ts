/** Told with messages that are kept: their id, and whether this is a replay (data.md §3.3). */
type Meta = { id: string; replayed?: true }

/** A broadcast on its way to members of a topic: JSON text or raw bytes. */
export type Broadcast =
	| { event: string; json: string; meta?: Meta }
	| { event: string; bytes: Buffer; meta?: Meta }

/** Bytes of what is said, without its wrapping. */
export function sizeOf(message: Broadcast): number {
	return 'bytes' in message ? message.bytes.length : Buffer.byteLength(message.json)
}
