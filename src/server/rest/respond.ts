import type { Answer } from './compile-read.ts'
import type { Call } from './engine.ts'
import type { RestAnswer } from './exchange.ts'
import { appliedPreferences, type Preferences } from './prefer.ts'
import { RestProblem } from './problem.ts'
import { readHeaders, toHeader } from './response-headers.ts'
import { isBodiless, isHttpStatus } from './sqlstate.ts'

/** What a handler wants to send; the database may still have its say. */
export type Reply = {
	status: number
	/** Undefined or null: no body and no content type. */
	body?: string | Uint8Array | null | undefined
	/** Media type of the body. */
	type?: string
	headers?: Record<string, string | undefined>
	/** Preferences that were honoured. */
	applied?: readonly (keyof Preferences)[]
}

/**
 * Makes the answer. A function's `response.status` and `response.headers` win over ours.
 * @throws RestProblem PGRST111 or PGRST112 when those are malformed
 */
export function respond(call: Call, reply: Reply, answer: Answer | undefined): RestAnswer {
	const headers: RestAnswer['headers'] = {}
	const body = reply.body ?? null
	if (body !== null && reply.type) headers['content-type'] = reply.type
	const own = reply.headers ?? {}
	for (const name in own) {
		const value = own[name]
		if (value !== undefined) headers[name] = value
	}
	const applied = appliedPreferences(call.preferences, reply.applied ?? [])
	if (applied) headers['preference-applied'] = applied
	if (call.profiled && body !== null) headers['content-profile'] = toHeader(call.schema)
	const status = databaseStatus(answer?.status ?? null) ?? reply.status
	const bodiless = call.request.method === 'HEAD' || isBodiless(status)
	const said = databaseHeaders(answer?.headers ?? null)
	for (const [name] of said) delete headers[name]
	for (const [name, value] of said) headers[name] = joined(headers[name], value)
	return { status, headers, body: bodiless ? null : body }
}

function joined(before: string | string[] | undefined, value: string): string | string[] {
	return before === undefined ? value : [before, value].flat()
}

function databaseStatus(text: string | null): number | undefined {
	if (text === null) return undefined
	if (!/^\d{3}$/.test(text) || !isHttpStatus(Number(text)))
		throw new RestProblem(500, 'PGRST112', 'response.status guc must be a valid status code')
	return Number(text)
}

/** `[{"Cache-Control": "no-store"}, …]`: a list, as a name may come more than once. */
function databaseHeaders(text: string | null): [string, string][] {
	if (text === null) return []
	try {
		const list: unknown = JSON.parse(text)
		if (!Array.isArray(list)) throw new Error('not a list')
		const pairs = list.map((entry: unknown): [string, string] => {
			const [pair, ...more] = Object.entries(entry as Record<string, unknown>)
			if (!pair || more.length > 0 || typeof pair[1] !== 'string') throw new Error('not one key')
			return [pair[0], pair[1]]
		})
		return readHeaders(pairs)
	} catch {
		throw new RestProblem(
			500,
			'PGRST111',
			'response.headers guc must be a JSON array composed of objects with a single key and a string value',
		)
	}
}
