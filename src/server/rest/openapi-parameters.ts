import type { Relation } from './catalog.ts'
import type { Json } from './openapi-types.ts'

/** Parameters that operations refer to: those of all relations, and those of each. */
export function parameterDefinitions(relations: readonly Relation[]): Json {
	return Object.fromEntries([...shared, ...relations.flatMap(parametersOf)])
}

export function reference(name: string): Json {
	return { $ref: `#/parameters/${name}` }
}

/** Names of the filters that a relation can be read with. */
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

function parameter(
	name: string,
	place: 'query' | 'header',
	description?: string,
	more: Json = {},
): Json {
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
	[
		'preferPost',
		preference([...returns, 'resolution=ignore-duplicates', 'resolution=merge-duplicates']),
	],
	['select', parameter('select', 'query', 'Filtering Columns')],
	['on_conflict', parameter('on_conflict', 'query', 'On Conflict')],
	['order', parameter('order', 'query', 'Ordering')],
	['range', parameter('Range', 'header', paging)],
	['rangeUnit', parameter('Range-Unit', 'header', paging, { default: 'items' })],
	['offset', parameter('offset', 'query', paging)],
	['limit', parameter('limit', 'query', paging)],
]
