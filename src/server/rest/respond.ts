import type { Answer } from './compile-read.ts'
import type { Call } from './engine.ts'
import { appliedPreferences, type Preferences } from './prefer.ts'
import { RestProblem } from './problem.ts'
import { isHttpStatus } from './sqlstate.ts'

/** What a handler wants to send; the database may still have its say. */
export type Reply = {
	status: number
	/** Undefined or null: no body and no content type. */
	body?: string | null | undefined
	/** Media type of the body. */
	type?: string
	headers?: Record<string, string | undefined>
	/** Preferences that were honoured. */
	applied?: readonly (keyof Preferences)[]
}

/**
 * Makes the response. A function's `response.status` and `response.headers` win over ours.
 * @throws RestProblem PGRST111 or PGRST112 when those are malformed
 */
export function respond(call: Call, reply: Reply, answer: Answer | undefined): Response {
	const headers: Record<string, string> = {}
	const body = reply.body ?? null
	if (body !== null && reply.type) headers['content-type'] = reply.type
	for (const [name, value] of Object.entries(reply.headers ?? {}))
		if (value !== undefined) headers[name] = value
	const applied = appliedPreferences(call.preferences, reply.applied ?? [])
	if (applied) headers['preference-applied'] = applied
	if (call.profiled && body !== null) headers['content-profile'] = call.schema
	const status = databaseStatus(answer?.status ?? null) ?? reply.status
	const bodiless = call.method === 'HEAD' || status === 204 || status === 205 || status === 304
	const response = new Response(bodiless ? null : body, { status, headers })
	const own = databaseHeaders(answer?.headers ?? null)
	for (const [name] of own) response.headers.delete(name)
	for (const [name, value] of own) response.headers.append(name, value)
	return response
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
		return list.map((entry: unknown) => {
			const [pair, ...more] = Object.entries(entry as Record<string, unknown>)
			if (!pair || more.length > 0 || typeof pair[1] !== 'string') throw new Error('not one key')
			new Headers([[pair[0], pair[1]]])
			return [pair[0], pair[1]]
		})
	} catch {
		throw new RestProblem(
			500,
			'PGRST111',
			'response.headers guc must be a JSON array composed of objects with a single key and a string value',
		)
	}
}
