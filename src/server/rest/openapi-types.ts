/** JSON that a document is made of; what is undefined is left out. */
export type Json = { [key: string]: Value }
export type Value = Json | readonly Value[] | string | number | boolean | null | undefined

const swaggerTypes: ReadonlyMap<string, string | undefined> = new Map([
	['boolean', 'boolean'],
	['smallint', 'integer'],
	['integer', 'integer'],
	['bigint', 'integer'],
	['numeric', 'number'],
	['real', 'number'],
	['double precision', 'number'],
	['json', undefined],
	['jsonb', undefined],
])

/** Swagger's type of a type of PostgreSQL; undefined where it may be anything. */
export function swaggerType(type: string): string | undefined {
	if (type.endsWith('[]')) return 'array'
	return swaggerTypes.has(type) ? swaggerTypes.get(type) : 'string'
}

/** A type as a schema says it. */
export function typeOf(written: string): { type?: string; format: string; items?: Json } {
	const format = withoutLength(written)
	const type = swaggerType(format)
	return {
		...(type === undefined ? {} : { type }),
		format,
		...(type === 'array' ? { items: itemsOf(format) } : {}),
	}
}

/** What an array holds. */
export function itemsOf(type: string): Json {
	return { type: swaggerType(elementOf(type)) }
}

export function elementOf(type: string): string {
	return type.slice(0, -2)
}

/** `numeric(8,2)` is told as `numeric`. */
export function withoutLength(type: string): string {
	return type.replace(/\(-?\d+(?:,-?\d+)?\)/, '')
}

/** A column's default, if it is a constant that JSON can say. */
export function defaultOf(written: string, sql: string | undefined): Value {
	if (sql === undefined) return undefined
	const type = withoutLength(written)
	if (swaggerType(type) === 'string')
		return sql.replace(new RegExp(`::${escaped(type)}(?:\\(\\d+\\))?$`), '').replace(/^'|'$/g, '')
	try {
		return JSON.parse(sql) as Value
	} catch {
		return undefined
	}
}

function escaped(text: string): string {
	return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}

/** The first line of a comment sums up, the others describe. */
export function worded(comment: string | undefined): Json {
	const [summary = '', ...more] = comment?.split('\n') ?? []
	const description = more.join('\n').replace(/^\n+/, '')
	return { summary: summary || undefined, description: description || undefined }
}
