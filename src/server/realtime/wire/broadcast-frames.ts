import type { Broadcast } from './broadcast.ts'
import { encode, type Frame, type Inbound, parse, type Version } from './frames.ts'

const userBroadcastPush = 3
const userBroadcast = 4
const asBytes = 0
const asJson = 1

/** Binary frames of clients are broadcasts, nothing else. */
export function decodeBinary(frame: Buffer): Inbound | undefined {
	if (frame.length < 7 || frame[0] !== userBroadcastPush) return undefined
	const lengths = [...frame.subarray(1, 6)]
	let offset = 7
	const [joinRef, ref, topic, event = '', metadata = ''] = lengths.map((length) => {
		const piece = frame.toString('utf8', offset, offset + length)
		offset += length
		return piece
	})
	if (offset > frame.length || !topic) return undefined
	const broadcast = readContent(frame[6], event, frame.subarray(offset))
	if (!broadcast) return undefined
	return {
		joinRef: joinRef || null,
		ref: ref || null,
		topic,
		event: 'broadcast',
		payload: undefined,
		broadcast,
		metadata: parse(metadata),
	}
}

/** JSON goes on letter for letter, once it is known to be JSON: no number loses its digits. */
function readContent(
	encoding: number | undefined,
	event: string,
	body: Buffer,
): Broadcast | undefined {
	if (encoding === asBytes) return { event, bytes: Buffer.from(body) }
	const json = encoding === asJson ? body.toString('utf8') : ''
	return parse(json) === undefined ? undefined : { event, json }
}

/** @returns the frame, or nothing when this version cannot carry it: bytes need 2.0.0 */
export function encodeBroadcast(
	version: Version,
	topic: string,
	broadcast: Broadcast,
): Frame | undefined {
	if ('bytes' in broadcast) return version === '1.0.0' ? undefined : encodeBytes(topic, broadcast)
	const { event, json, meta } = broadcast
	const more = meta ? `,"meta":${JSON.stringify(meta)}` : ''
	const payload = `{"type":"broadcast","event":${JSON.stringify(event)},"payload":${json}${more}}`
	return encode(version, 'broadcast', { topic }, payload)
}

/** @returns nothing when a name is too long for a frame that counts it in one byte */
function encodeBytes(
	topic: string,
	{ event, bytes, meta }: Broadcast & { bytes: Buffer },
): Frame | undefined {
	const name = Buffer.from(topic)
	const eventName = Buffer.from(event)
	const metadata = Buffer.from(meta ? JSON.stringify(meta) : '')
	if (name.length > 255 || eventName.length > 255) return undefined
	const head = [userBroadcast, name.length, eventName.length, metadata.length, asBytes]
	const data = Buffer.concat([Buffer.from(head), name, eventName, metadata, bytes])
	return { data, binary: true }
}
