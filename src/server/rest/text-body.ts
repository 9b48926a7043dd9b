import { BodyError, readWhole } from '#server/http/whole-body.ts'
import type { RestRequest } from './exchange.ts'
import { badBody, RestProblem, tooMuch } from './problem.ts'

/** Largest body of a write or call, in bytes. */
export const maxBodyBytes = 4 * 1024 * 1024
type Body = Pick<RestRequest, 'headers' | 'body' | 'ip'>
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
export async function readBytes(request: Body): Promise<Buffer> {
	try {
		return await readWhole(request, maxBodyBytes, request.ip)
	} catch (error) {
		throw error instanceof BodyError ? refuse(error) : error
	}
}

function refuse({ problem, message }: BodyError): RestProblem {
	const headers = { connection: 'close' }
	if (problem === 'slow') return new RestProblem(408, 'PGRST102', message, { headers })
	if (problem === 'crowded')
		return new RestProblem(503, 'PGRST102', message, {
			headers: { ...headers, 'retry-after': '5' },
		})
	if (problem === 'broken') return badBody(message)
	return tooMuch(`The body is larger than ${maxBodyBytes / 1024 / 1024} MiB`)
}
