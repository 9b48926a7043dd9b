import type { ReadableStream } from 'node:stream/web'

/** Messages to a function's thread. Bodies are transferred, not copied. */
export type CallMessage = {
	url: string
	method: string
	headers: [string, string][]
	body: ReadableStream<Uint8Array> | null
}

/** Messages from the thread: ready or unusable, the response, and whether background work remains. */
export type ThreadMessage =
	| { kind: 'ready' }
	| { kind: 'busy' }
	| { kind: 'idle' }
	| { kind: 'unusable'; reason: string }
	| {
			kind: 'answer'
			status: number
			headers: [string, string][]
			body: ReadableStream<Uint8Array> | null
	  }
