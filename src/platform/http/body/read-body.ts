import type { Readable } from 'node:stream'
import { clientNetwork } from '#platform/http/request/client-network.ts'
import { createMemoryBudget } from './memory-budget.ts'

const KiB = 1024
/** Milliseconds for a whole body. Uploads have limits of their own. */
export const bodyTimeout = 30_000
/** Bytes of each body that are always accepted. */
const unreservedBytes = 64 * KiB
/** Bytes beyond that for all arriving bodies together; one network may use a quarter. */
const memoryBudget = createMemoryBudget(128 * KiB * KiB)

/**
 * Why a body was refused: it is too slow or too large, its sender left, or too many large bodies arrive at once. Each wire
 * words it.
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
	/** As the header states it: it can refuse a body, but the bytes are counted all the same. */
	contentLength: string | undefined
	ip: string
	/** Milliseconds for the whole body. */
	timeout?: number
}

/**
 * Reads a whole body into one buffer that grows: a list of chunks of a byte each would take a hundred times their size.
 * Memory for unfinished large bodies is bounded over all clients.
 * @throws BodyError
 */
export function readBytes(
	source: Readable | null,
	{ maxBytes, contentLength, ip, timeout = bodyTimeout }: BodyLimits,
): Promise<Buffer> {
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
		const timer = setTimeout(() => refuse(new BodyError('slow', 'The body takes too long')), timeout)
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

function tooLarge(): BodyError {
	return new BodyError('large', 'The body is too large')
}
