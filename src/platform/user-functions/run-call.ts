import { type ReadableStream, TransformStream } from 'node:stream/web'
import type { Worker } from 'node:worker_threads'
import type { CallMessage, ThreadMessage } from './worker-messages.ts'

/** Failures of a call without a response. */
export type CallFailure = 'ended' | 'too late' | 'too large' | 'gone'

type Limits = { deadline: number; bodyBytes: number; signal: AbortSignal }
type Answer = { status: number; headers: [string, string][]; body: ReadableStream | null }

/**
 * Passes one request to a thread and returns its response; the body streams while the function runs. The thread ends
 * after the last byte and background work, at the deadline (performance.now()), or when the caller disconnects.
 * @param onEnd called once when the call is over
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
	const onAbort = () => stop('gone')
	signal.addEventListener('abort', onAbort)
	worker.once('exit', () => {
		clearTimeout(timer)
		signal.removeEventListener('abort', onAbort)
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
		signal.removeEventListener('abort', onAbort)
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
		settle({ status, headers, body: body && endWithWorker(body, cut.signal, onSent) })
	})
	if (signal.aborted) onAbort()
	const body = call.body && limitBody(call.body, bodyBytes, () => stop('too large'))
	worker.postMessage({ ...call, body }, body ? [body as never] : [])
	return outcome
}

/** The bytes as they arrive; they end with the thread. */
function endWithWorker(body: ReadableStream, signal: AbortSignal, onSent: () => void): ReadableStream {
	const { readable, writable } = new TransformStream()
	body
		.pipeTo(writable, { signal })
		.catch(() => {})
		.finally(onSent)
	return readable
}

function limitBody(body: ReadableStream, most: number, onTooMuch: () => void): ReadableStream {
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
