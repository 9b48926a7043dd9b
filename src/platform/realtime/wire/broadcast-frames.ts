import { type Broadcast, encodeFrame, type Frame, type Inbound, type ProtocolVersion, tryParseJson } from './frames.ts'

const userBroadcastPush = 3
const userBroadcast = 4
const bytesEncoding = 0
const jsonEncoding = 1

/** Decodes a binary frame of a client; only broadcasts are binary. */
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
		metadata: tryParseJson(metadata),
	}
}

/** JSON is validated and passed on unchanged, so numbers keep their digits. */
function readContent(encoding: number | undefined, event: string, body: Buffer): Broadcast | undefined {
	if (encoding === bytesEncoding) return { event, bytes: Buffer.from(body) }
	const json = encoding === jsonEncoding ? body.toString('utf8') : ''
	return tryParseJson(json) === undefined ? undefined : { event, json }
}

/** @returns undefined when the version cannot carry it: bytes need 2.0.0 */
export function encodeBroadcast(version: ProtocolVersion, topic: string, broadcast: Broadcast): Frame | undefined {
	if ('bytes' in broadcast) return version === '1.0.0' ? undefined : encodeBytes(topic, broadcast)
	const { event, json, meta } = broadcast
	const more = meta ? `,"meta":${JSON.stringify(meta)}` : ''
	const payload = `{"type":"broadcast","event":${JSON.stringify(event)},"payload":${json}${more}}`
	return encodeFrame(version, 'broadcast', { topic }, payload)
}

/** @returns undefined when a name exceeds 255 bytes: its length is one byte of the frame */
function encodeBytes(topic: string, { event, bytes, meta }: Broadcast & { bytes: Buffer }): Frame | undefined {
	const name = Buffer.from(topic)
	const eventName = Buffer.from(event)
	const metadata = Buffer.from(meta ? JSON.stringify(meta) : '')
	if (name.length > 255 || eventName.length > 255) return undefined
	const head = [userBroadcast, name.length, eventName.length, metadata.length, bytesEncoding]
	const data = Buffer.concat([Buffer.from(head), name, eventName, metadata, bytes])
	return { data, binary: true }
}
