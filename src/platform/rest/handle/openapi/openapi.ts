import type { Catalog, Parameter, Relation, Routine } from '#platform/rest/catalog/catalog.ts'
import { definitionOf, filterNames, objectSchema, parameterDefinitions, reference } from './openapi-definitions.ts'
import { elementOf, itemsOf, type Json, schemaType, summaryAndDescription } from './openapi-types.ts'

/** The visible objects of a schema. */
export type Visible = {
	relations: readonly Relation[]
	routines: readonly Routine[]
	/** The comment of the schema; its first line is the title. */
	comment: string | undefined
}

/** Describes a schema as Swagger 2.0 (https://docs.postgrest.org/en/stable/references/api/openapi.html). */
export function describeSchema(
	catalog: Catalog,
	{ relations, routines, comment }: Visible,
	url: string,
	schema: string,
): Json {
	const { host, protocol, pathname } = new URL(url)
	const { summary, description } = summaryAndDescription(comment)
	return {
		swagger: '2.0',
		info: { title: summary ?? schema, description, version: '1' },
		externalDocs: {
			description: 'PostgREST Documentation',
			url: 'https://docs.postgrest.org/en/stable/references/api.html',
		},
		host,
		basePath: pathname,
		schemes: [protocol.replace(':', '')],
		consumes: [...mediaTypes, 'text/csv'],
		produces: [...mediaTypes, 'text/csv'],
		paths: Object.fromEntries([
			['/', rootPath],
			...relations.map((relation): [string, Json] => [`/${relation.name}`, relationPath(relation)]),
			...routines.map((routine): [string, Json] => [`/rpc/${routine.name}`, routinePath(routine)]),
		]),
		parameters: parameterDefinitions(relations),
		definitions: Object.fromEntries(
			relations.map((relation): [string, Json] => [relation.name, definitionOf(catalog, relation)]),
		),
	}
}

const mediaTypes = [
	'application/json',
	'application/vnd.pgrst.object+json;nulls=stripped',
	'application/vnd.pgrst.object+json',
]

const rootPath: Json = {
	get: {
		tags: ['Introspection'],
		summary: 'OpenAPI description (this document)',
		produces: ['application/openapi+json', 'application/json'],
		responses: { 200: { description: 'OK' } },
	},
}
const paging = ['select', 'order', 'range', 'rangeUnit', 'offset', 'limit', 'preferCount']

function relationPath(relation: Relation): Json {
	const { name, comment, insertable, updatable, deletable } = relation
	const filters = filterNames(relation)
	const operation = (parameters: readonly string[], responses: Json): Json => ({
		tags: [name],
		...summaryAndDescription(comment),
		parameters: parameters.map(reference),
		responses,
	})
	const rows: Json = { type: 'array', items: { $ref: `#/definitions/${name}` } }
	const read = {
		200: { description: 'OK', schema: rows },
		206: { description: 'Partial Content' },
	}
	const body = `body.${name}`
	const created = { 201: { description: 'Created' } }
	const done = { 204: { description: 'No Content' } }
	return {
		get: operation([...filters, ...paging], read),
		...(insertable ? { post: operation([body, 'select', 'preferPost'], created) } : {}),
		...(updatable ? { patch: operation([...filters, body, 'preferReturn'], done) } : {}),
		...(deletable ? { delete: operation([...filters, 'preferReturn'], done) } : {}),
	}
}

function routinePath({ name, comment, parameters, volatility }: Routine): Json {
	const schema = objectSchema(
		comment,
		parameters.map(({ name, type }) => [name, schemaType(type)]),
		parameters.filter(({ required }) => required),
	)
	const operation = {
		tags: [`(rpc) ${name}`],
		...summaryAndDescription(comment),
		produces: mediaTypes,
		responses: { 200: { description: 'OK' } },
	}
	const post = { ...operation, parameters: [{ name: 'args', in: 'body', required: true, schema }] }
	if (volatility === 'volatile') return { post }
	return { get: { ...operation, parameters: parameters.map(inQuery) }, post }
}

/** Arrays are texts in a URL; a variadic parameter repeats its key. */
function inQuery({ name, type, required, variadic }: Parameter): Json {
	const base = { name, in: 'query', required }
	if (variadic)
		return {
			...base,
			type: 'array',
			items: { ...itemsOf(type), format: elementOf(type) },
			collectionFormat: 'multi',
		}
	const { type: swaggerType = 'string', format } = schemaType(type)
	return { ...base, type: swaggerType === 'array' ? 'string' : swaggerType, format }
}
