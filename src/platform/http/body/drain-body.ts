import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Bounds of an unread body that still arrives after the answer: milliseconds in all and without a byte, and bytes. */
export type DrainLimits = { milliseconds: number; idleMilliseconds: number; bytes: number }

/**
 * Browsers read an answer once they have sent their whole body, and nginx answers 502 when it cannot send it. A
 * mobile connection sends 2 MB in the time given here.
 */
const defaultLimits: DrainLimits = { milliseconds: 30_000, idleMilliseconds: 5000, bytes: 64 * 1024 * 1024 }
/** A body that was refused as too slow has had its time. */
const slowBodyLimits: DrainLimits = { milliseconds: 500, idleMilliseconds: 500, bytes: 1024 * 1024 }

/**
 * Once the answer is sent, reads and discards the rest of a body within limits. A connection closed with unread bytes
 * is reset, and a reset may destroy the answer before its client reads it (RFC 9112 §9.6).
 */
export function drainAfterAnswer(
	request: IncomingMessage,
	response: ServerResponse,
	status: number,
	limits = status === 408 ? slowBodyLimits : defaultLimits,
): void {
	// A request whose body was destroyed has lost its socket, and nothing of it is left to read.
	const socket = request.socket as Socket | null
	if (!socket) return
	// Node closes the connection in a listener of `finish`. Only that call is replaced.
	response.prependOnceListener('finish', () => {
		if (!request.complete && !request.destroyed) socket.destroySoon = () => closeAfterBody(request)
		drainBody(request, status, limits)
	})
	response.once('finish', () => Reflect.deleteProperty(socket, 'destroySoon'))
}

/** Ends the sending half of the connection now, and the rest with the body or the client. */
function closeAfterBody(request: IncomingMessage): void {
	const { socket } = request
	const close = () => void socket.destroy()
	socket.end()
	request.once('end', close).once('error', close).once('close', close)
}

/** A handler that had begun to read a refused body would hold it up. */
function drainBody(request: IncomingMessage, status: number, limits: DrainLimits): void {
	if (request.readableEnded || request.destroyed) return
	if (status >= 400) {
		request.removeAllListeners('data')
		request.removeAllListeners('readable')
	}
	if (!request.complete) limitDrain(request, limits)
	request.resume()
	// Node discards a body that nothing has read without passing it on, and its bytes could not be counted.
	request.read(0)
}

function limitDrain(request: IncomingMessage, { milliseconds, idleMilliseconds, bytes }: DrainLimits): void {
	let size = 0
	const stop = () => {
		clearTimeout(timer)
		clearTimeout(idleTimer)
		request.off('data', count).off('end', stop).off('error', stop).off('close', stop)
	}
	const cut = () => {
		stop()
		request.destroy()
	}
	const count = (chunk: Buffer) => {
		size += chunk.length
		idleTimer.refresh()
		if (size > bytes) cut()
	}
	const timer = setTimeout(cut, milliseconds).unref()
	const idleTimer = setTimeout(cut, idleMilliseconds).unref()
	request.on('data', count).on('end', stop).on('error', stop).on('close', stop)
}
