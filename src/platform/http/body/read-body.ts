import type { Readable } from 'node:stream'
import { clientNetwork } from '#platform/http/request/client-network.ts'
import { BodyTimeoutError, bodyTimeout, withBodyTimeout } from './body-timeout.ts'
import { createMemoryBudget } from './memory-budget.ts'

const KiB = 1024
/** Bytes of each body that are always accepted. */
const unreservedBytes = 64 * KiB
/** Bytes beyond that for all arriving bodies together; one network may use a quarter. */
const memoryBudget = createMemoryBudget(128 * KiB * KiB)

/**
 * Why a body was not taken: it takes too long, is larger than allowed, its sender went away, or too many large ones arrive
 * at once. Each wire words it.
 */
export class BodyError extends Error {
	readonly problem: 'slow' | 'large' | 'broken' | 'busy'
	constructor(problem: BodyError['problem'], message: string, cause?: unknown) {
		super(message, { cause })
		this.problem = problem
	}
}

export type BodyLimits = {
	maxBytes: number
	/** As the header states it; it can refuse a body, but never vouch for one. */
	contentLength: string | undefined
	ip: string
}

/**
 * Reads a whole body into one buffer that grows: a list of chunks of a byte each would take a hundred times their size.
 * Memory for unfinished large bodies is bounded over all clients.
 * @throws BodyError
 */
export function readBytes(source: Readable | null, { maxBytes, contentLength, ip }: BodyLimits): Promise<Buffer> {
	if (Number(contentLength ?? 0) > maxBytes) return Promise.reject(tooLarge())
	if (!source) return Promise.resolve(Buffer.alloc(0))
	if (source.destroyed) return Promise.reject(new BodyError('broken', 'The body breaks off'))
	return new Promise((resolve, reject) => {
		let whole: Buffer = Buffer.alloc(0)
		let size = 0
		let reserved = 0
		let reservation: ReturnType<typeof memoryBudget> | undefined
		const finish = () => {
			clearTimeout(timer)
			reservation?.release()
			source.off('data', onData).off('end', onEnd).off('error', onBreak).off('close', onBreak)
		}
		const refuse = (error: BodyError) => {
			finish()
			// An error that follows has no reader any more.
			source.on('error', () => {})
			source.pause()
			reject(error)
		}
		const timer = setTimeout(() => refuse(new BodyError('slow', 'The body takes too long')), bodyTimeout)
		const onData = (chunk: Buffer) => {
			const start = size
			size += chunk.length
			if (size > maxBytes) return refuse(tooLarge())
			const more = size - unreservedBytes - reserved
			if (more > 0) {
				reservation ??= memoryBudget(clientNetwork(ip))
				if (!reservation.reserve(more)) return refuse(new BodyError('busy', 'Too many large bodies arrive at once'))
				reserved += more
			}
			if (start === 0) {
				whole = chunk
				return
			}
			if (size > whole.length) {
				const larger = Buffer.allocUnsafe(Math.min(maxBytes, Math.max(size, 2 * whole.length)))
				whole.copy(larger, 0, 0, start)
				whole = larger
			}
			whole.set(chunk, start)
		}
		const onEnd = () => {
			finish()
			resolve(whole.subarray(0, size))
		}
		const onBreak = (cause?: unknown) => refuse(new BodyError('broken', 'The body breaks off', cause))
		source.on('data', onData).on('end', onEnd).on('error', onBreak).on('close', onBreak)
	})
}

/**
 * Reads a small body. Its bytes are counted as they come, because a declared length is not believed, and no more
 * than `maxBytes` are held. What large bodies hold together while they arrive is bounded too: a thousand of them, none sent
 * to its end, must not take the memory of the rest.
 * @param ip who sends it, as the gateway names them
 * @throws BodyError
 */
export async function readBody(
	{ headers, body }: { headers: Pick<Headers, 'get'>; body: ReadableStream<Uint8Array> | null },
	maxBytes: number,
	ip: string,
): Promise<Buffer> {
	if (Number(headers.get('content-length') ?? 0) > maxBytes) throw tooLarge()
	// A growing buffer: a list of one-byte chunks would take a hundred times their size.
	let whole = Buffer.alloc(0)
	let size = 0
	let held = 0
	const reservation = memoryBudget(clientNetwork(ip))
	try {
		for await (const chunk of withBodyTimeout(body)) {
			const start = size
			size += chunk.byteLength
			if (size > maxBytes) throw tooLarge()
			const more = Math.max(0, size - unreservedBytes) - held
			if (more > 0 && !reservation.reserve(more)) throw new BodyError('busy', 'Too many large bodies arrive at once')
			held += Math.max(0, more)
			if (size > whole.length) {
				const larger = Buffer.allocUnsafe(Math.min(maxBytes, Math.max(size, 2 * whole.length)))
				whole.copy(larger, 0, 0, start)
				whole = larger
			}
			whole.set(chunk, start)
		}
	} catch (error) {
		if (error instanceof BodyError) throw error
		if (error instanceof BodyTimeoutError) throw new BodyError('slow', error.message, error)
		throw new BodyError('broken', 'The body breaks off', error)
	} finally {
		reservation.release()
	}
	return whole.subarray(0, size)
}

function tooLarge(): BodyError {
	return new BodyError('large', 'The body is too large')
}
