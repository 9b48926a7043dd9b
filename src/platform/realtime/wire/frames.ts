/** Protocol version of a socket (https://supabase.com/docs/guides/realtime/protocol). */
export type ProtocolVersion = '1.0.0' | '2.0.0'
export type Ref = string | number | null

/** A message of a client. A binary frame has `broadcast` and `metadata` in place of `payload`. */
export type Inbound = {
	joinRef: Ref
	ref: Ref
	topic: string
	event: string
	payload: unknown
	broadcast?: Broadcast
	metadata?: unknown
}
export type Address = { topic: string; joinRef?: Ref; ref?: Ref }
/** An encoded frame, which many sockets may share. */
export type Frame = { data: Buffer; binary: boolean }

/** @returns undefined for a frame of another protocol */
export function decodeText(version: ProtocolVersion, text: string): Inbound | undefined {
	const value = tryParseJson(text)
	if (version === '2.0.0') {
		if (!Array.isArray(value) || value.length !== 5) return undefined
		return inbound(...value)
	}
	if (!value || typeof value !== 'object') return undefined
	const { join_ref, ref, topic, event, payload } = value as Record<string, unknown>
	return inbound(join_ref, ref, topic, event, payload)
}

/** @param payload JSON text */
export function encodeFrame(version: ProtocolVersion, event: string, to: Address, payload: string): Frame {
	const { topic, joinRef = null, ref = null } = to
	const text =
		version === '2.0.0'
			? `[${JSON.stringify(joinRef)},${JSON.stringify(ref)},${JSON.stringify(topic)},${JSON.stringify(event)},${payload}]`
			: `{"topic":${JSON.stringify(topic)},"event":${JSON.stringify(event)},"payload":${payload},"ref":${JSON.stringify(ref)},"join_ref":${JSON.stringify(joinRef)}}`
	return { data: Buffer.from(text), binary: false }
}

/** Undefined for text that is not JSON. */
export function tryParseJson(text: string): unknown {
	try {
		return JSON.parse(text)
	} catch {
		return undefined
	}
}

/** Undefined for a value that is nested too deeply to be serialized. */
export function tryToJson(value: unknown): string | undefined {
	try {
		return JSON.stringify(value)
	} catch {
		return undefined
	}
}

function inbound(...[joinRef, ref, topic, event, payload]: unknown[]): Inbound | undefined {
	if (typeof topic !== 'string' || typeof event !== 'string') return undefined
	return { joinRef: toRef(joinRef), ref: toRef(ref), topic, event, payload }
}

function toRef(value: unknown): Ref {
	return typeof value === 'string' || typeof value === 'number' ? value : null
}

/** Sent with stored messages: their id, and whether this is a replay. */
type Meta = { id: string; replayed?: true }

/** A broadcast: JSON text or raw bytes. */
export type Broadcast = { event: string; json: string; meta?: Meta } | { event: string; bytes: Buffer; meta?: Meta }

/** Size of the payload alone, in bytes. */
export function payloadBytes(message: Broadcast): number {
	return 'bytes' in message ? message.bytes.length : Buffer.byteLength(message.json)
}
