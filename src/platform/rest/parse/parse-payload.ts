import { nestsDeeperThan } from '#platform/http/body/json-depth.ts'
import { bodyError, payloadTooLarge } from '#platform/rest/errors.ts'
import { jsonLimits, payloadLimits } from '#shared/parser-limits.ts'
import { parseCsv } from './csv.ts'

/** The payload of a write, bound as one JSON value. */
export type Payload = {
	/** A JSON array of objects. */
	json: string
	rows: number
	columns: readonly string[]
	/** Columns that are missing in some object. */
	incompleteColumns: ReadonlySet<string>
}

/**
 * Parses the body of a write.
 * @param columns the `columns` parameter: other keys are ignored, and objects may differ
 * @throws RestProblem PGRST102
 */
export function parsePayload(
	body: string,
	contentType: string | null,
	columns: readonly string[] | undefined,
): Payload {
	const type = mediaType(contentType)
	if (type === 'text/csv') return toPayload(JSON.stringify(parseCsv(body)), columns)
	if (type === 'application/x-www-form-urlencoded')
		return toPayload(JSON.stringify(Object.fromEntries(new URLSearchParams(body))), columns)
	if (type !== 'application/json') throw bodyError(`Content-Type not acceptable: ${type}`)
	return toPayload(body, columns)
}

/** The media type without parameters; JSON by default and for every `+json`. */
export function mediaType(contentType: string | null): string {
	const type = (contentType ?? 'application/json').split(';')[0]?.trim().toLowerCase() ?? ''
	return type === '' || type.endsWith('+json') ? 'application/json' : type
}

/** @throws RestError PGRST102, also for nesting that would exceed the stack of the database */
export function parseJson(body: string): unknown {
	if (nestsDeeperThan(body, jsonLimits.depth))
		throw bodyError(`The JSON is nested deeper than ${jsonLimits.depth} levels`)
	try {
		return JSON.parse(body)
	} catch {
		throw bodyError('Empty or invalid json')
	}
}

function toPayload(json: string, requestedColumns: readonly string[] | undefined): Payload {
	const value = parseJson(json)
	const single = isObject(value)
	if (!single && !Array.isArray(value)) throw bodyError('Empty or invalid json')
	const objects: unknown[] = single ? [value] : value
	if (objects.length > payloadLimits.rows) throw payloadTooLarge(`The body has more than ${payloadLimits.rows} rows`)
	if (!objects.every(isObject)) throw bodyError('All object keys must match')
	const columns = [...new Set(requestedColumns ?? Object.keys(objects[0] ?? {}))]
	if (columns.length > payloadLimits.columns)
		throw payloadTooLarge(`A row has more than ${payloadLimits.columns} columns`)
	if (!requestedColumns && !objects.every((object) => hasKeys(object, columns)))
		throw bodyError('All object keys must match')
	const partial = requestedColumns
		? columns.filter((column) => !objects.every((object) => Object.hasOwn(object, column)))
		: []
	return {
		json: single ? `[${json}]` : json,
		rows: objects.length,
		columns,
		incompleteColumns: new Set(partial),
	}
}

/** True for an object of exactly these keys, which are distinct. */
export function hasKeys(value: unknown, names: readonly string[]): boolean {
	return (
		isObject(value) && Object.keys(value).length === names.length && names.every((name) => Object.hasOwn(value, name))
	)
}

export function isObject(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value)
}
