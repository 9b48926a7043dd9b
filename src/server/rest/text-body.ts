import { inTime, SlowBody } from '#server/http/slow-body.ts'
import type { RestRequest } from './exchange.ts'
import { badBody, RestProblem } from './problem.ts'

/** Largest body of a write or call, in bytes. */
export const maxBodyBytes = 4 * 1024 * 1024
type Body = Pick<RestRequest, 'headers' | 'body'>
const decoder = new TextDecoder('utf-8', { fatal: true })

/**
 * The body as text.
 * @throws RestProblem PGRST102, with 413 when it is too large
 */
export async function readText(request: Body): Promise<string> {
	const bytes = await readBytes(request)
	try {
		return decoder.decode(bytes)
	} catch {
		throw badBody('The body is not UTF-8')
	}
}

/** The body, read no further than the limit: a declared length is not believed. */
export async function readBytes({ headers, body }: Body): Promise<Buffer> {
	if (Number(headers.get('content-length') ?? 0) > maxBodyBytes) throw tooLarge()
	const chunks: Uint8Array[] = []
	let size = 0
	try {
		for await (const chunk of inTime(body)) {
			size += chunk.byteLength
			if (size > maxBodyBytes) throw tooLarge()
			chunks.push(chunk)
		}
	} catch (error) {
		if (error instanceof RestProblem) throw error
		if (error instanceof SlowBody) throw new RestProblem(408, 'PGRST102', error.message)
		throw badBody('The body breaks off')
	}
	return Buffer.concat(chunks)
}

function tooLarge(): RestProblem {
	const limit = maxBodyBytes / 1024 / 1024
	return new RestProblem(413, 'PGRST102', `The body is larger than ${limit} MiB`)
}
