import type { Column, Relation, Routine } from './catalog.ts'

/** What a caller may see of a schema. */
export type Visible = { relations: readonly Relation[]; routines: readonly Routine[] }

type Json = { [key: string]: Value }
type Value = Json | readonly Value[] | string | number | boolean | undefined

/** Describes a schema as Swagger 2.0, in the manner of PostgREST (data.md §2.8). */
export function describeSchema({ relations, routines }: Visible, url: string, title: string): Json {
	const { host, protocol, pathname } = new URL(url)
	return {
		swagger: '2.0',
		info: { title, version: '1' },
		host,
		basePath: pathname,
		schemes: [protocol.replace(':', '')],
		consumes: [...mediaTypes, 'text/csv'],
		produces: [...mediaTypes, 'text/csv'],
		paths: Object.fromEntries([
			...relations.map((relation): [string, Json] => [`/${relation.name}`, relationPath(relation)]),
			...routines.map((routine): [string, Json] => [`/rpc/${routine.name}`, routinePath(routine)]),
		]),
		definitions: Object.fromEntries(
			relations.map((relation): [string, Json] => [relation.name, definition(relation)]),
		),
	}
}

const mediaTypes = ['application/json', 'application/vnd.pgrst.object+json']

function relationPath(relation: Relation): Json {
	const { name, comment, insertable, updatable, deletable } = relation
	const filters = [...relation.columns.values()].map(
		(column): Json => ({
			name: column.name,
			in: 'query',
			type: 'string',
			required: false,
			description: column.comment,
		}),
	)
	const shaping = ['select', 'order', 'limit', 'offset', 'or', 'and'].map(
		(key): Json => ({ name: key, in: 'query', type: 'string', required: false }),
	)
	const body: Json = { name, in: 'body', schema: { $ref: `#/definitions/${name}` } }
	const operation = (parameters: readonly Json[], responses: Json): Json => ({
		tags: [name],
		summary: comment,
		parameters,
		responses,
	})
	const rows: Json = { type: 'array', items: { $ref: `#/definitions/${name}` } }
	return {
		get: operation([...filters, ...shaping], { 200: { description: 'OK', schema: rows } }),
		...(insertable ? { post: operation([body], { 201: { description: 'Created' } }) } : {}),
		...(updatable
			? { patch: operation([...filters, body], { 204: { description: 'No Content' } }) }
			: {}),
		...(deletable ? { delete: operation(filters, { 204: { description: 'No Content' } }) } : {}),
	}
}

function routinePath({ name, comment, parameters, volatility }: Routine): Json {
	const properties = parameters.map((parameter): [string, Json] => [
		parameter.name,
		typeOf(parameter.type),
	])
	const required = parameters.filter((p) => p.required).map((p) => p.name)
	const schema: Json = { type: 'object', properties: Object.fromEntries(properties) }
	const args = { name: 'args', in: 'body', required: true, schema: withRequired(schema, required) }
	const responses = { 200: { description: 'OK' } }
	const tags = [`(rpc) ${name}`]
	const inQuery = parameters.map((parameter): Json => {
		const { type, format } = typeOf(parameter.type)
		const flat = type === 'object' || type === undefined ? 'string' : type
		const { name, required } = parameter
		return { name, in: 'query', required, type: flat, format }
	})
	const post: Json = { tags, summary: comment, parameters: [args], responses }
	if (volatility === 'volatile') return { post }
	return { get: { tags, summary: comment, parameters: inQuery, responses }, post }
}

function definition(relation: Relation): Json {
	const columns = [...relation.columns.values()]
	const required = columns
		.filter((column) => column.notNull && column.defaultSql === undefined)
		.map(({ name }) => name)
	const properties = columns.map((column): [string, Json] => [
		column.name,
		property(column, relation.primaryKey.includes(column.name)),
	])
	const schema = { type: 'object', description: relation.comment }
	return withRequired({ ...schema, properties: Object.fromEntries(properties) }, required)
}

function property(column: Column, isKey: boolean): Json {
	const notes = [column.comment, isKey ? 'Note:\nThis is a Primary Key.<pk/>' : undefined]
	return {
		...typeOf(column.type),
		description: notes.filter(Boolean).join('\n\n') || undefined,
		maxLength: column.maxLength,
		enum: column.labels,
	}
}

/** An empty `required` is not valid in Swagger 2.0. */
function withRequired(schema: Json, required: readonly string[]): Json {
	return required.length > 0 ? { required, ...schema } : schema
}

function typeOf(type: string): { type?: string; format: string; items?: Json } {
	if (type.endsWith('[]')) return { type: 'array', format: type, items: typeOf(type.slice(0, -2)) }
	if (/^(smallint|integer|bigint)$/.test(type)) return { type: 'integer', format: type }
	if (/^(numeric|real|double precision)/.test(type)) return { type: 'number', format: type }
	if (type === 'boolean') return { type: 'boolean', format: type }
	return /^jsonb?$/.test(type) ? { format: type } : { type: 'string', format: type }
}
