import type { Catalog, Column, Relation } from '#platform/rest/catalog/catalog.ts'
import { defaultOf, type Json, schemaType } from './openapi-types.ts'

/** The schema of a relation. Descriptions of columns name the keys, as in PostgREST. */
export function definitionOf(catalog: Catalog, relation: Relation): Json {
	const columns = [...relation.columns.values()]
	const targets = foreignKeysOf(catalog, relation)
	return objectSchema(
		relation.comment,
		columns.map((column) => [column.name, propertyOf(relation, column, targets.get(column.name))]),
		columns.filter(({ notNull }) => notNull),
	)
}

/** The schema of an object. An empty `required` is not valid in Swagger 2.0. */
export function objectSchema(
	description: string | undefined,
	properties: [name: string, schema: Json][],
	required: readonly { name: string }[],
): Json {
	const schema = { type: 'object', description, properties: Object.fromEntries(properties) }
	return required.length > 0 ? { required: required.map(({ name }) => name), ...schema } : schema
}

type ForeignKeyTarget = { to: Relation; foreign: string }

function propertyOf(relation: Relation, column: Column, target: ForeignKeyTarget | undefined): Json {
	const isKey = relation.primaryKey.includes(column.name)
	const notes = [isKey ? 'This is a Primary Key.<pk/>' : undefined, target && noteOf(target)].filter(
		(note) => note !== undefined,
	)
	const note = notes.length > 0 ? ['Note:', ...notes].join('\n') : undefined
	return {
		...schemaType(column.type),
		default: defaultOf(column.type, column.defaultSql),
		description: [column.comment, note].filter(Boolean).join('\n\n') || undefined,
		maxLength: column.maxLength,
		enum: column.labels,
	}
}

/** Targets of single-column foreign keys, by column; tables are preferred to views. */
function foreignKeysOf({ relationships }: Catalog, relation: Relation): Map<string, ForeignKeyTarget> {
	const targets = new Map<string, ForeignKeyTarget>()
	for (const { to, columns } of relationships.outward(relation)) {
		const [pair, ...more] = columns
		if (!pair || more.length > 0) continue
		const known = targets.get(pair.local)
		if (!known || (known.to.isView && !to.isView)) targets.set(pair.local, { to, foreign: pair.foreign })
	}
	return targets
}

function noteOf({ to, foreign }: ForeignKeyTarget): string {
	return `This is a Foreign Key to \`${to.name}.${foreign}\`.<fk table='${to.name}' column='${foreign}'/>`
}

/** The parameters of all operations. */
export function parameterDefinitions(relations: readonly Relation[]): Json {
	return Object.fromEntries([...shared, ...relations.flatMap(parametersOf)])
}

export function reference(name: string): Json {
	return { $ref: `#/parameters/${name}` }
}

/** Names of the filter parameters of a relation. */
export function filterNames({ name, columns }: Relation): string[] {
	return [...columns.keys()].map((column) => `rowFilter.${name}.${column}`)
}

function parametersOf(relation: Relation): [string, Json][] {
	const { name, columns } = relation
	const schema = { $ref: `#/definitions/${name}` }
	const body: Json = { name, description: name, in: 'body', required: false, schema }
	const filters = [...columns.values()].map((column): [string, Json] => [
		`rowFilter.${name}.${column.name}`,
		parameter(column.name, 'query', column.comment),
	])
	return [[`body.${name}`, body], ...filters]
}

function parameter(name: string, place: 'query' | 'header', description?: string, more: Json = {}): Json {
	return { name, description, in: place, type: 'string', required: false, ...more }
}

function preference(values: readonly string[]): Json {
	return parameter('Prefer', 'header', 'Preference', { enum: values })
}

const returns = ['return=representation', 'return=minimal', 'return=headers-only']
const paging = 'Limiting and Pagination'
const shared: [string, Json][] = [
	['preferReturn', preference(returns)],
	['preferCount', preference(['count=exact', 'count=planned', 'count=estimated'])],
	['preferPost', preference([...returns, 'resolution=ignore-duplicates', 'resolution=merge-duplicates'])],
	['select', parameter('select', 'query', 'Filtering Columns')],
	['on_conflict', parameter('on_conflict', 'query', 'On Conflict')],
	['order', parameter('order', 'query', 'Ordering')],
	['range', parameter('Range', 'header', paging)],
	['rangeUnit', parameter('Range-Unit', 'header', paging, { default: 'items' })],
	['offset', parameter('offset', 'query', paging)],
	['limit', parameter('limit', 'query', paging)],
]
