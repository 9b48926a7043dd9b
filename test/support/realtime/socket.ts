import type { Socket } from 'node:net'
import WebSocket from 'ws'
import { Inbox } from './inbox.ts'

export type Frame = {
	joinRef: unknown
	ref: unknown
	topic: string
	event: string
	payload: Payload
}
export type RealtimeSocket = Awaited<ReturnType<typeof openRealtimeSocket>>
export type Payload = { status?: string; response?: { reason?: string }; [key: string]: unknown }

/** Opens a raw socket with the wire protocol: `send` uses the next ref, `reply` waits for its response. */
export async function openRealtimeSocket(
	url: string,
	key: string,
	version = '2.0.0',
	headers: Record<string, string> = {},
) {
	const address = `${url.replace('http', 'ws')}/realtime/v1/websocket?apikey=${key}&vsn=${version}`
	const socket = new WebSocket(address, { headers })
	const frames = new Inbox<Frame>()
	const watchers = new Set<(frame: Frame) => void>()
	let refs = 0

	socket.on('message', (data: Buffer, isBinary: boolean) => {
		const frame = isBinary ? binary(data) : read(data.toString(), version)
		frames.add(frame)
		for (const watch of watchers) watch(frame)
	})
	const closed = new Promise<number>((resolve) => socket.on('close', resolve))
	await new Promise((resolve, reject) => {
		socket.on('open', resolve)
		socket.on('error', reject)
	})

	/** The first past or future frame that satisfies the test. */
	const find = (test: (frame: Frame) => boolean): Promise<Frame> => {
		const known = frames.items.find(test)
		if (known) return Promise.resolve(known)
		return new Promise((resolve) => {
			const watch = (frame: Frame) => {
				if (!test(frame)) return
				watchers.delete(watch)
				resolve(frame)
			}
			watchers.add(watch)
		})
	}
	const send = (topic: string, event: string, payload: unknown, joinRef: string | null = null) => {
		const ref = String(++refs)
		const frame =
			version === '2.0.0'
				? [joinRef ?? (event === 'phx_join' ? ref : null), ref, topic, event, payload]
				: { topic, event, payload, ref, join_ref: joinRef ?? (event === 'phx_join' ? ref : null) }
		socket.send(JSON.stringify(frame))
		return ref
	}
	const reply = (ref: string) => find((frame) => frame.event === 'phx_reply' && frame.ref === ref)
	return {
		frames,
		closed,
		find,
		send,
		reply,
		ask: (topic: string, event: string, payload: unknown, joinRef: string | null = null) =>
			reply(send(topic, event, payload, joinRef)),
		/** Sends what `work` sends in one packet, so that the server reads it at once. */
		together: (work: () => void) => {
			const stream = (socket as unknown as { _socket: Socket })._socket
			stream.cork()
			work()
			stream.uncork()
		},
		raw: (data: string | Buffer) => socket.send(data),
		/** Stops reading, as a client that hangs. */
		stopReading: () => socket.pause(),
		readOn: () => socket.resume(),
		close: () => socket.close(),
	}
}

function read(text: string, version: string): Frame {
	const value = JSON.parse(text)
	if (version === '2.0.0') {
		const [joinRef, ref, topic, event, payload] = value
		return { joinRef, ref, topic, event, payload }
	}
	const { join_ref: joinRef, ...rest } = value
	return { joinRef, ...rest }
}

/** Kind 4: a broadcast with a binary payload. */
function binary(data: Buffer): Frame {
	const [, topicLength = 0, eventLength = 0, metaLength = 0] = data
	const topic = data.toString('utf8', 5, 5 + topicLength)
	const name = data.toString('utf8', 5 + topicLength, 5 + topicLength + eventLength)
	const bytes = data.subarray(5 + topicLength + eventLength + metaLength)
	return { joinRef: null, ref: null, topic, event: 'broadcast', payload: { event: name, bytes } }
}
