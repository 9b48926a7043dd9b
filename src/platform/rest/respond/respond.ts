import type { Answer, AnswerHeaders } from '#platform/http/routing/answer.ts'
import type { ResultRow } from '#platform/rest/compile/compile-read.ts'
import { RestError } from '#platform/rest/errors.ts'
import { appliedPreferences, type Preferences } from '#platform/rest/parse/parse-prefer.ts'
import { isBodiless, isHttpStatus } from './http-status.ts'
import type { RequestContext } from './request-context.ts'

/** An answer of rest/v1 before the router adds the wire's headers. The body is null for HEAD. */
export type RestResponse = Answer & { headers: AnswerHeaders; body: string | Uint8Array | null }

/** The answer of a handler, before the settings of the database apply. */
export type ResponseDraft = {
	status: number
	/** Undefined or null for no body and no content type. */
	body?: string | Uint8Array | null | undefined
	/** Media type of the body. */
	type?: string
	headers?: Record<string, string | undefined>
	/** Applied preferences. */
	applied?: readonly (keyof Preferences)[]
}

/**
 * Makes the answer. `response.status` and `response.headers` of functions take precedence.
 * @throws RestError PGRST111 or PGRST112 when those are malformed
 */
export function respond(context: RequestContext, draft: ResponseDraft, result: ResultRow | undefined): RestResponse {
	const headers: AnswerHeaders = {}
	const body = draft.body ?? null
	if (body !== null && draft.type) headers['content-type'] = draft.type
	const own = draft.headers ?? {}
	for (const name in own) {
		const value = own[name]
		if (value !== undefined) headers[name] = value
	}
	const applied = appliedPreferences(context.preferences, draft.applied ?? [])
	if (applied) headers['preference-applied'] = applied
	if (context.sendsProfile && body !== null) headers['content-profile'] = encodeHeaderText(context.schema)
	const status = databaseStatus(result?.status ?? null) ?? draft.status
	const bodiless = context.request.method === 'HEAD' || isBodiless(status)
	const databaseHeaderPairs = databaseHeaders(result?.headers ?? null)
	for (const [name] of databaseHeaderPairs) delete headers[name]
	for (const [name, value] of databaseHeaderPairs) headers[name] = joined(headers[name], value)
	return { status, headers, body: bodiless ? null : body }
}

function joined(before: string | string[] | undefined, value: string): string | string[] {
	return before === undefined ? value : [before, value].flat()
}

function databaseStatus(text: string | null): number | undefined {
	if (text === null) return undefined
	if (!/^\d{3}$/.test(text) || !isHttpStatus(Number(text)))
		throw new RestError(500, 'PGRST112', 'response.status guc must be a valid status code')
	return Number(text)
}

/** Parses `[{"Cache-Control": "no-store"}, …]`, in which names may repeat. */
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
		return toResponseHeaders(pairs)
	} catch {
		throw new RestError(
			500,
			'PGRST111',
			'response.headers guc must be a JSON array composed of objects with a single key and a string value',
		)
	}
}

/** `Content-Range` and status of a read; 416 only for a known total. */
export function toContentRange(
	offset: number,
	rows: number,
	total: number | undefined,
): { status: 200 | 206 | 416; contentRange: string } {
	const known = total === undefined ? '*' : String(total)
	const range = rows === 0 ? '*' : `${offset}-${offset + rows - 1}`
	const contentRange = `${range}/${known}`
	if (total !== undefined && offset > total) return { status: 416, contentRange }
	return { status: total !== undefined && rows < total ? 206 : 200, contentRange }
}

/** Headers that frame the message: wrong values would desynchronize the connection. */
const framingHeaders = 'content-length transfer-encoding connection keep-alive upgrade trailer'.split(' ')

/**
 * Validates headers of a database function, without framing headers; names in lower case.
 * @throws TypeError for invalid names or values
 */
export function toResponseHeaders(pairs: readonly (readonly [string, string])[]): [string, string][] {
	// Headers validates names and values.
	for (const [name, value] of pairs) new Headers([[name, value]])
	return pairs
		.map(([name, value]): [string, string] => [name.toLowerCase(), value])
		.filter(([name]) => !framingHeaders.includes(name))
}

/** Schema names are UTF-8 on the wire; Node and Fetch decode headers as Latin-1. */
export function decodeHeaderText(value: string): string {
	return Buffer.from(value, 'latin1').toString()
}

export function encodeHeaderText(text: string): string {
	return Buffer.from(text).toString('latin1')
}
