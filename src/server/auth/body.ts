import type { Context } from 'hono'
import { z } from 'zod'
import type { Env } from '#server/deps.ts'
import { isDeeper, maxJsonDepth } from '#server/http/json-depth.ts'
import { readText } from './body-text.ts'
import { AuthError } from './errors.ts'

/** An optional field: clients send null for what they leave out (auth.md §1.2). */
export function optional<T extends z.ZodType>(schema: T) {
	return schema.nullish().transform((value) => value ?? undefined)
}

/** A text field that may be left out; an empty one counts as left out, as with the reference server. */
export const text = z
	.string()
	.nullish()
	.transform((value) => value || undefined)

/** User metadata: any JSON object. */
export const metadata = optional(z.record(z.string(), z.unknown()))

/** The PKCE pair that mail flows carry. */
export const challengeFields = { code_challenge: text, code_challenge_method: text }

/**
 * Reads a JSON body. Unknown fields are ignored.
 * @throws AuthError 400 bad_json when it is missing, broken or of a wrong type
 */
export async function readBody<T extends z.ZodType>(
	c: Context<Env>,
	schema: T,
): Promise<z.output<T>> {
	return parseBody(await readText(c), schema)
}

/** The same of a body that was read already. */
export function parseBody<T extends z.ZodType>(text: string, schema: T): z.output<T> {
	const raw = text.trim()
	if (!raw) throw badJson('unexpected end of JSON input')
	return parse(raw, schema)
}

/** Like readBody, for requests that may come without a body: an empty one counts as `{}`. */
export async function readOptionalBody<T extends z.ZodType>(
	c: Context<Env>,
	schema: T,
): Promise<z.output<T>> {
	return parse((await readText(c)).trim() || '{}', schema)
}

function parse<T extends z.ZodType>(raw: string, schema: T): z.output<T> {
	if (isDeeper(raw, maxJsonDepth))
		throw badJson(`the body is nested deeper than ${maxJsonDepth} levels`)
	let value: unknown
	try {
		value = JSON.parse(raw, refuseUnstorable)
	} catch (error) {
		throw badJson(error instanceof Error ? error.message : 'unknown')
	}
	const parsed = schema.safeParse(value)
	if (parsed.success) return parsed.data
	const [issue] = parsed.error.issues
	throw badJson(`${issue?.path.join('.') || 'body'}: ${issue?.message ?? 'wrong type'}`)
}

/** PostgreSQL stores neither NUL nor half a surrogate pair, and no honest client sends them. */
function refuseUnstorable(key: string, value: unknown): unknown {
	for (const part of [key, value])
		if (typeof part === 'string' && (part.includes('\0') || !part.isWellFormed()))
			throw new Error('a text contains characters that cannot be stored')
	return value
}

function badJson(reason: string): AuthError {
	return new AuthError(400, 'bad_json', `Could not parse request body as JSON: ${reason}`)
}
