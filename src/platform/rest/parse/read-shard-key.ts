import { isUuid } from '#platform/uuid.ts'
import { isObject, parseJson } from './parse-payload.ts'

/** Where requests name their shard key: the column that tables carry it in, and the table whose `id` it is. */
export type ShardKeyNames = { column: string; table: string }

/**
 * The shard key that a request names: in a filter `column=eq.…`, an argument of a function, or its JSON body. It tells a router
 * where the rows are, and allows nothing.
 * @param body undefined where the request has none, or none in JSON
 * @returns undefined when no key is named, it is not a UUID, or several differ
 */
export function readShardKey(
	{ column, table }: ShardKeyNames,
	{ path, search, body }: { path: string; search: string; body?: string | undefined },
): string | undefined {
	const isFunction = path.startsWith('/rpc/')
	const name = path === `/${table}` ? 'id' : column
	const filters = new URLSearchParams(search).getAll(name)
	const named: unknown[] = isFunction
		? filters
		: filters.flatMap((filter) => (filter.startsWith('eq.') ? [filter.slice('eq.'.length)] : []))
	if (body?.includes(`"${name}"`)) named.push(...namedInBody(body, name))
	const keys = new Set(named.map((key) => (typeof key === 'string' && isUuid(key) ? key.toLowerCase() : undefined)))
	const [key] = keys
	return keys.size === 1 ? key : undefined
}

function namedInBody(body: string, name: string): unknown[] {
	let value: unknown
	try {
		value = parseJson(body)
	} catch {
		// The request is refused where its body is parsed.
		return []
	}
	const rows = Array.isArray(value) ? value : [value]
	return rows.flatMap((row) => (isObject(row) ? [row[name]] : []))
}
