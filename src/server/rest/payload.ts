import { isDeeper, maxJsonDepth } from '#server/http/json-depth.ts'
import { mostColumns, mostRows, parseCsv } from './csv.ts'
import { badBody, tooMuch } from './problem.ts'

/** What a write carries, ready to be bound as one JSON value. */
export type Payload = {
	/** A JSON array of objects. */
	json: string
	/** Number of objects. */
	rows: number
	/** Columns to write. */
	columns: readonly string[]
	/** Columns that some object lacks. */
	partial: ReadonlySet<string>
}

/**
 * Reads the body of a write (data.md §2.5).
 * @param columns the `columns` parameter: other keys are ignored and objects may differ
 * @throws RestProblem PGRST102
 */
export function readPayload(
	body: string,
	contentType: string | null,
	columns: readonly string[] | undefined,
): Payload {
	const type = mediaType(contentType)
	if (type === 'text/csv') return payloadOf(JSON.stringify(parseCsv(body)), columns)
	if (type === 'application/x-www-form-urlencoded')
		return payloadOf(JSON.stringify(Object.fromEntries(new URLSearchParams(body))), columns)
	if (type !== 'application/json') throw badBody(`Content-Type not acceptable: ${type}`)
	return payloadOf(body, columns)
}

/** The media type without parameters; JSON when none is given, and for every `+json`. */
export function mediaType(contentType: string | null): string {
	const type = (contentType ?? 'application/json').split(';')[0]?.trim().toLowerCase() ?? ''
	// fetch labels a plain text body so, whatever it holds: the official client always says JSON.
	return type === '' || type.endsWith('+json') ? 'application/json' : type
}

/** @throws RestProblem PGRST102, also for nesting that would cost the database its stack */
export function parseJson(body: string): unknown {
	if (isDeeper(body, maxJsonDepth))
		throw badBody(`The JSON is nested deeper than ${maxJsonDepth} levels`)
	try {
		return JSON.parse(body)
	} catch {
		throw badBody('Empty or invalid json')
	}
}

function payloadOf(json: string, wanted: readonly string[] | undefined): Payload {
	const value = parseJson(json)
	const single = isObject(value)
	if (!single && !Array.isArray(value)) throw badBody('Empty or invalid json')
	const objects: unknown[] = single ? [value] : value
	if (objects.length > mostRows) throw tooMuch(`The body has more than ${mostRows} rows`)
	if (!objects.every(isObject)) throw badBody('All object keys must match')
	const keys = objects.map((object) => Object.keys(object))
	const columns = [...new Set(wanted ?? keys[0] ?? [])]
	if (columns.length > mostColumns) throw tooMuch(`A row has more than ${mostColumns} columns`)
	const names = new Set(columns)
	if (
		!wanted &&
		!keys.every((own) => own.length === names.size && own.every((key) => names.has(key)))
	)
		throw badBody('All object keys must match')
	const partial = wanted
		? columns.filter((column) => !objects.every((object) => Object.hasOwn(object, column)))
		: []
	return {
		json: single ? `[${json}]` : json,
		rows: objects.length,
		columns,
		partial: new Set(partial),
	}
}

export function isObject(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value)
}
