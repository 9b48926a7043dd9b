import type { IncomingMessage } from 'node:http'
import { networkOf } from './network.ts'
import { createSharedRoom } from './shared-room.ts'
import { bodyMilliseconds, inTime, SlowBody } from './slow-body.ts'

const KiB = 1024
/** So much of each body is always taken, whatever else arrives. */
const freeBytes = 64 * KiB
/** What all bodies that still arrive may hold beyond that, and one network a quarter of it. */
const enterRoom = createSharedRoom(128 * KiB * KiB)

/**
 * Why a body was not taken: it takes too long, is larger than allowed, its sender went away, or too many large ones arrive
 * at once. Each wire words it.
 */
export class BodyError extends Error {
	readonly problem: 'slow' | 'large' | 'broken' | 'crowded'
	constructor(problem: BodyError['problem'], message: string, cause?: unknown) {
		super(message, { cause })
		this.problem = problem
	}
}

/**
 * The whole of a small body. Its bytes are counted as they come, because a declared length is not believed, and no more
 * than `mostBytes` are held. What large bodies hold together while they arrive is bounded too: a thousand of them, none sent
 * to its end, must not take the memory of the rest.
 * @param ip who sends it, as the gateway names them
 * @throws BodyError
 */
export async function readWhole(
	{ headers, body }: { headers: Pick<Headers, 'get'>; body: ReadableStream<Uint8Array> | null },
	mostBytes: number,
	ip: string,
): Promise<Buffer> {
	if (Number(headers.get('content-length') ?? 0) > mostBytes) throw tooLarge()
	// One that grows: a list of chunks of a byte each would hold a hundred times their size.
	let whole = Buffer.alloc(0)
	let size = 0
	let held = 0
	const share = enterRoom(networkOf(ip))
	try {
		for await (const chunk of inTime(body)) {
			const start = size
			size += chunk.byteLength
			if (size > mostBytes) throw tooLarge()
			const more = Math.max(0, size - freeBytes) - held
			if (more > 0 && !share.take(more))
				throw new BodyError('crowded', 'Too many large bodies arrive at once')
			held += Math.max(0, more)
			if (size > whole.length) {
				const larger = Buffer.allocUnsafe(Math.min(mostBytes, Math.max(size, 2 * whole.length)))
				whole.copy(larger, 0, 0, start)
				whole = larger
			}
			whole.set(chunk, start)
		}
	} catch (error) {
		if (error instanceof BodyError) throw error
		if (error instanceof SlowBody) throw new BodyError('slow', error.message, error)
		throw new BodyError('broken', 'The body breaks off', error)
	} finally {
		share.leave()
	}
	return whole.subarray(0, size)
}

/**
 * The same at Node's own door, for a body whose stated length was found to be small: Node lets no more than that through.
 * @throws BodyError when it takes too long or breaks off
 */
export function readStated(request: IncomingMessage): Promise<Buffer> {
	return new Promise((resolve, reject) => {
		const chunks: Buffer[] = []
		const timer = setTimeout(
			() => reject(new BodyError('slow', 'The body takes too long')),
			bodyMilliseconds,
		)
		request.on('data', (chunk: Buffer) => chunks.push(chunk))
		request.on('end', () => {
			clearTimeout(timer)
			resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks))
		})
		request.on('error', (cause) => {
			clearTimeout(timer)
			reject(new BodyError('broken', 'The body breaks off', cause))
		})
	})
}

function tooLarge(): BodyError {
	return new BodyError('large', 'The body is too large')
}
