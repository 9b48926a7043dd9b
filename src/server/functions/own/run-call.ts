import { type ReadableStream, TransformStream } from 'node:stream/web'
import type { Worker } from 'node:worker_threads'
import type { CallMessage, ThreadMessage } from './messages.ts'

/** How a call ended without an answer. */
export type CallFailure = 'ended' | 'too late' | 'too large' | 'gone'

type Limits = { deadline: number; bodyBytes: number; signal: AbortSignal }
type Answer = { status: number; headers: [string, string][]; body: ReadableStream | null }

/**
 * Hands one request to a thread and gives back what it answers; the body flows while the function still works. The thread
 * ends with the last byte and what the function does behind it, at the deadline (performance.now()), or when the caller goes
 * before the last byte.
 * @param onEnd once, when nothing of the call is left
 */
export function runCall(
	worker: Worker,
	call: CallMessage,
	{ deadline, bodyBytes, signal }: Limits,
	onEnd: () => void,
): Promise<Answer | CallFailure> {
	const cut = new AbortController()
	let failure: CallFailure = 'ended'
	let settle: (outcome: Answer | CallFailure) => void = () => {}
	const outcome = new Promise<Answer | CallFailure>((resolve) => {
		settle = resolve
	})
	const stop = (why: CallFailure) => {
		failure = why
		void worker.terminate()
	}
	const timer = setTimeout(stop, deadline - performance.now(), 'too late')
	const leave = () => stop('gone')
	signal.addEventListener('abort', leave)
	worker.once('exit', () => {
		clearTimeout(timer)
		signal.removeEventListener('abort', leave)
		settle(failure)
		cut.abort(new Error(`the function is ${failure}`))
		onEnd()
	})
	let isSent = false
	let isBusy = false
	const endIfDone = () => {
		if (isSent && !isBusy) void worker.terminate()
	}
	const onSent = () => {
		isSent = true
		signal.removeEventListener('abort', leave)
		endIfDone()
	}
	worker.on('message', (message: ThreadMessage) => {
		if (message.kind === 'busy' || message.kind === 'idle') {
			isBusy = message.kind === 'busy'
			endIfDone()
		}
		if (message.kind !== 'answer') return
		const { status, headers, body } = message
		if (!body) onSent()
		settle({ status, headers, body: body && untilCut(body, cut.signal, onSent) })
	})
	if (signal.aborted) leave()
	const body = call.body && counted(call.body, bodyBytes, () => stop('too large'))
	worker.postMessage({ ...call, body }, body ? [body as never] : [])
	return outcome
}

/** The bytes as they come; they end when the thread does. */
function untilCut(body: ReadableStream, signal: AbortSignal, onSent: () => void): ReadableStream {
	const { readable, writable } = new TransformStream()
	body
		.pipeTo(writable, { signal })
		.catch(() => {})
		.finally(onSent)
	return readable
}

function counted(body: ReadableStream, most: number, onTooMuch: () => void): ReadableStream {
	let size = 0
	const counter = new TransformStream<Uint8Array, Uint8Array>({
		transform(chunk, controller) {
			size += chunk.byteLength
			if (size <= most) return controller.enqueue(chunk)
			onTooMuch()
			controller.error(new Error('the body is too large'))
		},
	})
	body.pipeTo(counter.writable).catch(() => {})
	return counter.readable
}
