import { closest } from './closest-name.ts'

/** An answer of rest/v1 that is not the wanted one; rendered with all four keys (data.md §2.8). */
export class RestProblem extends Error {
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

/** PGRST100: a part of the query string that does not follow the grammar. */
export function unparsable(what: string, column: number, details: string): RestProblem {
	return new RestProblem(400, 'PGRST100', `"failed to parse ${what}" (line 1, column ${column})`, {
		details,
	})
}

/** PGRST102: a body that cannot be used. */
export function badBody(message: string): RestProblem {
	return new RestProblem(400, 'PGRST102', message)
}

/** 401 of a token: PGRST301 when it is none of ours, PGRST303 when what it claims is not good. */
export function tokenProblem(code: string, message: string, details?: string): RestProblem {
	const challenge = `Bearer error="invalid_token", error_description=${JSON.stringify(message)}`
	return new RestProblem(401, code, message, {
		details,
		headers: { 'www-authenticate': challenge },
	})
}

/** PGRST102 with 413: a body that has more of something than a write takes. */
export function tooMuch(what: string): RestProblem {
	return new RestProblem(413, 'PGRST102', what)
}

/** PGRST103: a range that cannot be satisfied. `contentRange` tells what there is, where that is known. */
export function badRange(details: string, contentRange?: string): RestProblem {
	return new RestProblem(416, 'PGRST103', 'Requested range not satisfiable', {
		details,
		...(contentRange ? { headers: { 'content-range': contentRange } } : {}),
	})
}

/** PGRST108: a filter, order or limit for an embed that is not selected. */
export function notEmbedded(name: string): RestProblem {
	return new RestProblem(400, 'PGRST108', `'${name}' is not an embedded resource in this request`, {
		hint: `Verify that '${name}' is included in the 'select' query parameter.`,
	})
}

/** PGRST116: one object was wanted and there are `rows` of them. */
export function notSingular(rows: number): RestProblem {
	return new RestProblem(406, 'PGRST116', 'Cannot coerce the result to a single JSON object', {
		details: `The result contains ${rows} rows`,
	})
}

/** PGRST124: more rows than `max-affected` allows. */
export function tooManyAffected(rows: number): RestProblem {
	return new RestProblem(
		400,
		'PGRST124',
		'Query result exceeds max-affected preference constraint',
		{ details: `The query affects ${rows} rows` },
	)
}

/** PGRST107: none of the accepted media types can be made. */
export function notAcceptable(types: readonly string[]): RestProblem {
	return new RestProblem(
		406,
		'PGRST107',
		`None of these media types are available: ${types.join(', ')}`,
	)
}

/** SQLSTATE 42703 as PostgreSQL words it; found here because only known columns are ever compiled. */
export function undefinedColumn(
	relation: string,
	column: string,
	known: Iterable<string>,
	said = `${relation}.${column}`,
): RestProblem {
	const near = closest(column, known, 0.6)
	return new RestProblem(400, '42703', `column ${said} does not exist`, {
		hint: near && `Perhaps you meant to reference the column "${relation}.${near}".`,
	})
}
