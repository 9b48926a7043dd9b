import { z } from 'zod'
import { nestsDeeperThan } from '#platform/http/body/json-depth.ts'
import { BodyError } from '#platform/http/body/read-body.ts'
import type { Exchange } from '#platform/http/routing/exchange.ts'
import { jsonLimits } from '#shared/parser-limits.ts'
import { AuthError } from './errors.ts'

/** An optional field. Clients send null for fields that they leave out. */
export function optional<T extends z.ZodType>(schema: T) {
	return schema.nullish().transform((value) => value ?? undefined)
}

/** An optional text field; an empty text counts as absent, as in Supabase Auth. */
export const text = z
	.string()
	.nullish()
	.transform((value) => value || undefined)

/** User metadata: any JSON object. */
export const metadata = optional(z.record(z.string(), z.unknown()))

/** The PKCE parameters of email flows. */
export const pkceFields = { code_challenge: text, code_challenge_method: text }

/**
 * Reads a JSON body and ignores unknown fields.
 * @throws AuthError 400 bad_json when it is missing, malformed or of a wrong type
 */
export async function readBody<T extends z.ZodType>(x: Exchange, schema: T): Promise<z.output<T>> {
	return parseBody(await readBodyText(x), schema)
}

/** Like readBody, for a body that was read already. */
export function parseBody<T extends z.ZodType>(text: string, schema: T): z.output<T> {
	const raw = text.trim()
	if (!raw) throw badJson('unexpected end of JSON input')
	return parseJson(raw, schema)
}

/** Like readBody, for requests that may have no body: an empty one counts as `{}`. */
export async function readOptionalBody<T extends z.ZodType>(x: Exchange, schema: T): Promise<z.output<T>> {
	return parseJson((await readBodyText(x)).trim() || '{}', schema)
}

function parseJson<T extends z.ZodType>(raw: string, schema: T): z.output<T> {
	if (nestsDeeperThan(raw, jsonLimits.depth)) throw badJson(`the body is nested deeper than ${jsonLimits.depth} levels`)
	let value: unknown
	try {
		value = JSON.parse(raw, rejectUnstorable)
	} catch (error) {
		throw badJson(error instanceof Error ? error.message : 'unknown')
	}
	const parsed = schema.safeParse(value)
	if (parsed.success) return parsed.data
	const [issue] = parsed.error.issues
	throw badJson(`${issue?.path.join('.') || 'body'}: ${issue?.message ?? 'wrong type'}`)
}

/** PostgreSQL stores neither NUL nor unpaired surrogates. */
function rejectUnstorable(key: string, value: unknown): unknown {
	for (const part of [key, value])
		if (typeof part === 'string' && (part.includes('\0') || !part.isWellFormed()))
			throw new Error('a text contains characters that cannot be stored')
	return value
}

function badJson(reason: string): AuthError {
	return new AuthError(400, 'bad_json', `Could not parse request body as JSON: ${reason}`)
}

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
	if (problem === 'large') return new AuthError(413, 'request_entity_too_large', 'Request body is larger than 1 MiB')
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
