import type { IncomingMessage } from 'node:http'
import type { Context } from 'hono'
import type { Env } from '#server/deps.ts'
import { BodyError, readStated, readWhole } from '#server/http/whole-body.ts'
import { AuthError } from './errors.ts'

const mostBytes = 1024 * 1024
/** A body can be read once, but a captcha and what it guards both want it. */
const read = new WeakMap<Request, Promise<string>>()

/**
 * The body of a request as text, empty when there is none.
 * @throws AuthError 413 above a mebibyte, 408 when it does not come in time, 400 when it breaks off
 */
export function readText(c: Context<Env>): Promise<string> {
	const { raw } = c.req
	const known = read.get(raw)
	if (known) return known
	const text = collect(raw, c.var.ip)
	read.set(raw, text)
	return text
}

/** The same at Node's own door, for bodies whose small length was checked. */
export async function readIncoming(request: IncomingMessage): Promise<string> {
	try {
		return (await readStated(request)).toString()
	} catch (error) {
		throw explain(error)
	}
}

async function collect(request: Request, ip: string): Promise<string> {
	try {
		return new TextDecoder().decode(await readWhole(request, mostBytes, ip))
	} catch (error) {
		throw explain(error)
	}
}

/** Whoever goes away while they send hears no answer; it is no fault of ours. */
function explain(error: unknown): AuthError {
	const problem = error instanceof BodyError ? error.problem : 'broken'
	if (problem === 'large') return tooLarge()
	if (problem === 'slow') {
		const headers = { connection: 'close' }
		return new AuthError(408, 'request_timeout', 'The body takes too long', { headers })
	}
	if (error instanceof BodyError && problem === 'crowded') {
		const headers = { connection: 'close', 'Retry-After': '5' }
		return new AuthError(503, 'server_busy', error.message, { headers })
	}
	return new AuthError(
		400,
		'bad_json',
		'Could not parse request body as JSON: the body breaks off',
		{ cause: error },
	)
}

function tooLarge(): AuthError {
	return new AuthError(413, 'request_entity_too_large', 'Request body is larger than 1 MiB')
}
