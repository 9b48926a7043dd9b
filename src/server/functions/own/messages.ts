import type { ReadableStream } from 'node:stream/web'

/** What a function's thread is told. Bodies are moved, not copied. */
export type CallMessage = {
	url: string
	method: string
	headers: [string, string][]
	body: ReadableStream<Uint8Array> | null
}

/** What it says: that it can be called, or not; what it answers. */
export type ThreadMessage =
	| { kind: 'ready' }
	| { kind: 'unusable'; reason: string }
	| {
			kind: 'answer'
			status: number
			headers: [string, string][]
			body: ReadableStream<Uint8Array> | null
	  }
