import type { ReadableStream } from 'node:stream/web'

/** What a function's thread is told. Bodies are moved, not copied. */
export type CallMessage = {
	url: string
	method: string
	headers: [string, string][]
	body: ReadableStream<Uint8Array> | null
}

/** What it says: that it can be called, or not; what it answers; that there is work left behind the answer, and that it is done. */
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
