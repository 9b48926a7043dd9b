/** Protocol version of a socket (data.md §3.1). */
export type Version = '1.0.0' | '2.0.0'
export type Ref = string | number | null

/** A message of a client. `bytes` is the payload of a binary broadcast that is not JSON. */
export type Inbound = {
	joinRef: Ref
	ref: Ref
	topic: string
	event: string
	payload: unknown
	bytes?: Buffer
}

/** A broadcast on its way to members of a topic: JSON text or raw bytes. */
export type Broadcast = { event: string; json: string } | { event: string; bytes: Buffer }

const userBroadcastPush = 3
const userBroadcast = 4
const asBytes = 0
const asJson = 1

/** @returns the message, or nothing when the frame is not one of this protocol */
export function decodeText(version: Version, text: string): Inbound | undefined {
	let value: unknown
	try {
		value = JSON.parse(text)
	} catch {
		return undefined
	}
	if (version === '2.0.0') {
		if (!Array.isArray(value) || value.length !== 5) return undefined
		const [joinRef, ref, topic, event, payload] = value as unknown[]
		return inbound(joinRef, ref, topic, event, payload)
	}
	if (!value || typeof value !== 'object') return undefined
	const { join_ref, ref, topic, event, payload } = value as Record<string, unknown>
	return inbound(join_ref, ref, topic, event, payload)
}

/** Binary frames of clients are broadcasts, nothing else. */
export function decodeBinary(frame: Buffer): Inbound | undefined {
	if (frame.length < 7 || frame[0] !== userBroadcastPush) return undefined
	const lengths = [...frame.subarray(1, 6)]
	const encoding = frame[6]
	let offset = 7
	const [joinRef, ref, topic, event] = lengths.map((length) => {
		const piece = frame.toString('utf8', offset, offset + length)
		offset += length
		return piece
	})
	if (offset > frame.length || !topic || (encoding !== asBytes && encoding !== asJson))
		return undefined
	const envelope = { joinRef: joinRef || null, ref: ref || null, topic, event: 'broadcast' }
	const body = frame.subarray(offset)
	if (encoding === asBytes)
		return { ...envelope, payload: { type: 'broadcast', event }, bytes: Buffer.from(body) }
	try {
		const payload: unknown = JSON.parse(body.toString('utf8'))
		return { ...envelope, payload: { type: 'broadcast', event, payload } }
	} catch {
		return undefined
	}
}

/** @param payload JSON text */
export function encode(
	version: Version,
	{ joinRef, ref, topic, event }: Omit<Inbound, 'payload' | 'bytes'>,
	payload: string,
): string {
	if (version === '2.0.0')
		return `[${JSON.stringify(joinRef)},${JSON.stringify(ref)},${JSON.stringify(topic)},${JSON.stringify(event)},${payload}]`
	return `{"topic":${JSON.stringify(topic)},"event":${JSON.stringify(event)},"payload":${payload},"ref":${JSON.stringify(ref)},"join_ref":${JSON.stringify(joinRef)}}`
}

/** @returns the frame, or nothing when this version cannot carry it: bytes need 2.0.0 */
export function encodeBroadcast(
	version: Version,
	topic: string,
	broadcast: Broadcast,
): string | Buffer | undefined {
	if ('json' in broadcast) {
		const payload = `{"type":"broadcast","event":${JSON.stringify(broadcast.event)},"payload":${broadcast.json}}`
		return encode(version, { joinRef: null, ref: null, topic, event: 'broadcast' }, payload)
	}
	if (version === '1.0.0') return undefined
	const name = Buffer.from(topic)
	const event = Buffer.from(broadcast.event)
	const head = Buffer.from([userBroadcast, name.length, event.length, 0, asBytes])
	return Buffer.concat([head, name, event, broadcast.bytes])
}

function inbound(
	joinRef: unknown,
	ref: unknown,
	topic: unknown,
	event: unknown,
	payload: unknown,
): Inbound | undefined {
	if (typeof topic !== 'string' || typeof event !== 'string') return undefined
	return { joinRef: toRef(joinRef), ref: toRef(ref), topic, event, payload }
}

function toRef(value: unknown): Ref {
	return typeof value === 'string' || typeof value === 'number' ? value : null
}
