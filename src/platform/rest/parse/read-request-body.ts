import { BodyError } from '#platform/http/body/read-body.ts'
import type { Exchange } from '#platform/http/routing/exchange.ts'
import { bodyError, payloadTooLarge, RestError } from '#platform/rest/errors.ts'

/** Bytes of the body of a write or call. */
export const maxBodyBytes = 4 * 1024 * 1024
const decoder = new TextDecoder('utf-8', { fatal: true })

/** @throws RestError PGRST102, with 413 when it is too large */
export async function readBodyText(request: Exchange): Promise<string> {
	const bytes = await readBodyBytes(request)
	try {
		return decoder.decode(bytes)
	} catch {
		throw bodyError('The body is not UTF-8')
	}
}

/** Reads up to the limit, regardless of the declared length. */
export async function readBodyBytes(request: Exchange): Promise<Buffer> {
	try {
		return await request.bytes(maxBodyBytes)
	} catch (error) {
		throw error instanceof BodyError ? toRestError(error) : error
	}
}

function toRestError({ problem, message }: BodyError): RestError {
	const headers = { connection: 'close' }
	if (problem === 'slow') return new RestError(408, 'PGRST102', message, { headers })
	if (problem === 'busy')
		return new RestError(503, 'PGRST102', message, {
			headers: { ...headers, 'retry-after': '5' },
		})
	if (problem === 'broken') return bodyError(message)
	return payloadTooLarge(`The body is larger than ${maxBodyBytes / 1024 / 1024} MiB`)
}
