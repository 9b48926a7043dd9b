/** An error of PostgREST's list (https://docs.postgrest.org/en/stable/references/errors.html). */
export class RestError extends Error {
	readonly status: number
	readonly code: string
	readonly details: unknown
	readonly hint: string | null
	readonly headers: Record<string, string>

	constructor(
		status: number,
		code: string,
		message: string,
		more: { details?: unknown; hint?: string | undefined; headers?: Record<string, string> } = {},
	) {
		super(message)
		this.status = status
		this.code = code
		this.details = more.details ?? null
		this.hint = more.hint ?? null
		this.headers = more.headers ?? {}
	}
}

/** PGRST100: a syntax error in the query string. */
export function queryParseError(what: string, column: number, details: string): RestError {
	return new RestError(400, 'PGRST100', `"failed to parse ${what}" (line 1, column ${column})`, {
		details,
	})
}

/** PGRST102: an invalid body. */
export function bodyError(message: string): RestError {
	return new RestError(400, 'PGRST102', message)
}

/** 401 for a token: PGRST301 when it is invalid, PGRST303 for its claims. */
export function tokenError(code: string, message: string, details?: string): RestError {
	const challenge = `Bearer error="invalid_token", error_description=${JSON.stringify(message)}`
	return new RestError(401, code, message, {
		details,
		headers: { 'www-authenticate': challenge },
	})
}

/** PGRST301 for a text that is no JWT. */
export function wrongPartsError(token: string): RestError {
	return tokenError('PGRST301', `Expected 3 parts in JWT; got ${token.split('.').length}`)
}

/** PGRST102 with status 413. */
export function payloadTooLarge(what: string): RestError {
	return new RestError(413, 'PGRST102', what)
}

/** PGRST103: a range that cannot be satisfied. */
export function rangeError(details: string, contentRange?: string): RestError {
	return new RestError(416, 'PGRST103', 'Requested range not satisfiable', {
		details,
		...(contentRange ? { headers: { 'content-range': contentRange } } : {}),
	})
}

/** PGRST108: a filter, order or limit for an embed that is not selected. */
export function notEmbeddedError(name: string): RestError {
	return new RestError(400, 'PGRST108', `'${name}' is not an embedded resource in this request`, {
		hint: `Verify that '${name}' is included in the 'select' query parameter.`,
	})
}

/** PGRST116: a single object was requested and there are `rows` rows. */
export function notSingularError(rows: number): RestError {
	return new RestError(406, 'PGRST116', 'Cannot coerce the result to a single JSON object', {
		details: `The result contains ${rows} rows`,
	})
}

/** PGRST124: more rows than `max-affected` allows. */
export function tooManyAffectedError(rows: number): RestError {
	return new RestError(400, 'PGRST124', 'Query result exceeds max-affected preference constraint', {
		details: `The query affects ${rows} rows`,
	})
}

/** PGRST107: none of the accepted media types is available. */
export function notAcceptableError(types: readonly string[]): RestError {
	const message = `None of these media types are available: ${types.join(', ')}`
	return new RestError(406, 'PGRST107', message)
}
