/** A JSON Schema of OpenAPI 3.1 (https://spec.openapis.org/oas/v3.1.0#schema-object), or another part of the document. */
export type Json = { [name: string]: unknown }

const scalars: Record<string, Json> = {
	bool: { type: 'boolean' },
	int2: { type: 'integer' },
	int4: { type: 'integer' },
	int8: { type: 'integer' },
	float4: { type: 'number' },
	float8: { type: 'number' },
	numeric: { type: 'number' },
	uuid: { type: 'string', format: 'uuid' },
	date: { type: 'string', format: 'date' },
	timestamptz: { type: 'string', format: 'date-time' },
	json: {},
	jsonb: {},
}

/** The schema of a value of PostgreSQL as rest/v1 sends it. */
export function schemaOf(column: { type: string; null?: boolean; values?: string[] }): Json {
	const { type, values } = column
	const isList = type.startsWith('_')
	const element = {
		...(scalars[isList ? type.slice(1) : type] ?? { type: 'string' }),
		...(values ? { enum: values } : {}),
	}
	const schema: Json = isList ? { type: 'array', items: element } : element
	if (!column.null || schema.type === undefined) return schema
	return { ...schema, type: [schema.type, 'null'], ...(schema.enum ? { enum: [...(values ?? []), null] } : {}) }
}

/** An object, all of whose members are required unless they are named. */
export function object(properties: Record<string, Json>, optional: readonly string[] = []): Json {
	const required = Object.keys(properties).filter((name) => !optional.includes(name))
	return { type: 'object', properties, ...(required.length > 0 ? { required } : {}) }
}

export const reference = (name: string): Json => ({ $ref: `#/components/schemas/${name}` })

/** A body or an answer of JSON. */
export const jsonContent = (schema: Json, example?: unknown): Json => ({
	'application/json': { schema, ...(example === undefined ? {} : { example }) },
})

/** References to the answers that every operation may give. */
export const refusals = (name: 'Refused' | 'RestRefused'): Json => ({
	'4XX': { $ref: `#/components/responses/${name}` },
	'5XX': { $ref: `#/components/responses/${name}` },
})

/** Callers: anybody, members with their session, and keys with a scope. */
export function security({ scope, isOpen = false }: { scope?: string | undefined; isOpen?: boolean }): Json[] {
	return [
		...(isOpen ? [{}] : []),
		{ apikey: [], session: [] },
		...(scope === undefined ? [] : [{ key: scope ? [scope] : [] }]),
	]
}
