import { BodyError } from '#platform/http/body/read-body.ts'
import type { Exchange } from '#platform/http/routing/exchange.ts'
import { AuthError } from './errors.ts'

const maxBodyBytes = 1024 * 1024

/**
 * Reads the body of a request as text; empty when there is none.
 * @throws AuthError 413 above 1 MiB, 408 when it does not arrive in time, 400 when it breaks off
 */
export async function readBodyText(x: Exchange): Promise<string> {
	try {
		return await x.text(maxBodyBytes)
	} catch (error) {
		throw toBodyError(error)
	}
}

/** Maps a failed read to a refusal. A client that disconnected while sending is not a server failure and is not logged. */
function toBodyError(error: unknown): AuthError {
	const problem = error instanceof BodyError ? error.problem : 'broken'
	if (problem === 'large') return tooLarge()
	if (problem === 'slow') {
		const headers = { connection: 'close' }
		return new AuthError(408, 'request_timeout', 'The body takes too long', { headers })
	}
	if (error instanceof BodyError && problem === 'busy') {
		const headers = { connection: 'close', 'Retry-After': '5' }
		return new AuthError(503, 'server_busy', error.message, { headers })
	}
	return new AuthError(400, 'bad_json', 'Could not parse request body as JSON: the body breaks off', { cause: error })
}

function tooLarge(): AuthError {
	return new AuthError(413, 'request_entity_too_large', 'Request body is larger than 1 MiB')
}
