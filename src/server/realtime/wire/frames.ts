import type { Broadcast } from './broadcast.ts'

/** Protocol version of a socket (data.md §3.1). */
export type Version = '1.0.0' | '2.0.0'
export type Ref = string | number | null

/** A message of a client. A broadcast that came as a binary frame is ready in `broadcast`, with the frame's metadata. */
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
/** Ready to be sent, to one socket or to thousands. */
export type Frame = { data: Buffer; binary: boolean }

/** @returns the message, or nothing when the frame is not one of this protocol */
export function decodeText(version: Version, text: string): Inbound | undefined {
	const value = parse(text)
	if (version === '2.0.0') {
		if (!Array.isArray(value) || value.length !== 5) return undefined
		const [joinRef, ref, topic, event, payload] = value as unknown[]
		return inbound(joinRef, ref, topic, event, payload)
	}
	if (!value || typeof value !== 'object') return undefined
	const { join_ref, ref, topic, event, payload } = value as Record<string, unknown>
	return inbound(join_ref, ref, topic, event, payload)
}

/** @param payload JSON text */
export function encode(version: Version, event: string, to: Address, payload: string): Frame {
	const { topic, joinRef = null, ref = null } = to
	const text =
		version === '2.0.0'
			? `[${JSON.stringify(joinRef)},${JSON.stringify(ref)},${JSON.stringify(topic)},${JSON.stringify(event)},${payload}]`
			: `{"topic":${JSON.stringify(topic)},"event":${JSON.stringify(event)},"payload":${payload},"ref":${JSON.stringify(ref)},"join_ref":${JSON.stringify(joinRef)}}`
	return { data: Buffer.from(text), binary: false }
}

/** JSON, or nothing. */
export function parse(text: string): unknown {
	try {
		return JSON.parse(text)
	} catch {
		return undefined
	}
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
