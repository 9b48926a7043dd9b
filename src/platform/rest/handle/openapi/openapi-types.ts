/** A JSON object; undefined values are omitted. */
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

/** The Swagger type of a PostgreSQL type; undefined for any. */
export function swaggerType(type: string): string | undefined {
	if (type.endsWith('[]')) return 'array'
	return swaggerTypes.has(type) ? swaggerTypes.get(type) : 'string'
}

export function schemaType(written: string): { type?: string; format: string; items?: Json } {
	const format = withoutLength(written)
	const type = swaggerType(format)
	return {
		...(type === undefined ? {} : { type }),
		format,
		...(type === 'array' ? { items: itemsOf(format) } : {}),
	}
}

export function itemsOf(type: string): Json {
	return { type: swaggerType(elementOf(type)) }
}

export function elementOf(type: string): string {
	return type.slice(0, -2)
}

/** Reduces `numeric(8,2)` to `numeric`. */
export function withoutLength(type: string): string {
	return type.replace(/\(-?\d+(?:,-?\d+)?\)/, '')
}

/** A column's default, if it is a JSON constant. */
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

/** The first line of a comment is the summary, the others the description. */
export function summaryAndDescription(comment: string | undefined): Json {
	const [summary = '', ...more] = comment?.split('\n') ?? []
	const description = more.join('\n').replace(/^\n+/, '')
	return { summary: summary || undefined, description: description || undefined }
}
