import { inTime, SlowBody } from './slow-body.ts'

/** Why a body was not taken: it takes too long, is larger than allowed, or its sender went away. Each wire words it. */
export class BodyError extends Error {
	readonly problem: 'slow' | 'large' | 'broken'
	constructor(problem: BodyError['problem'], message: string, cause?: unknown) {
		super(message, { cause })
		this.problem = problem
	}
}

/**
 * The whole of a small body. Its bytes are counted as they come, because a declared length is not believed, and no more
 * than `mostBytes` are held.
 * @throws BodyError
 */
export async function readWhole(
	{ headers, body }: { headers: Pick<Headers, 'get'>; body: ReadableStream<Uint8Array> | null },
	mostBytes: number,
): Promise<Buffer> {
	if (Number(headers.get('content-length') ?? 0) > mostBytes) throw tooLarge()
	const chunks: Uint8Array[] = []
	let size = 0
	try {
		for await (const chunk of inTime(body)) {
			size += chunk.byteLength
			if (size > mostBytes) throw tooLarge()
			chunks.push(chunk)
		}
	} catch (error) {
		if (error instanceof BodyError) throw error
		if (error instanceof SlowBody) throw new BodyError('slow', error.message, error)
		throw new BodyError('broken', 'The body breaks off', error)
	}
	return Buffer.concat(chunks)
}

function tooLarge(): BodyError {
	return new BodyError('large', 'The body is too large')
}
