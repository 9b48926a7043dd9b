import { scopeOfRequest } from '#product/api-keys/scope-of-request.ts'
import { type CatalogueFunction, type CatalogueRelation, restCatalogue } from './rest-catalogue.ts'
import { type Json, jsonContent, object, reference, refusals, schemaOf, security } from './schema.ts'

const rowOf = (name: string) => `Row_${name}`

/** Schemas of the rows of all tables and views. */
export function rowSchemas(): Json {
	return Object.fromEntries(
		Object.entries(restCatalogue.relations).map(([name, { columns }]) => [
			rowOf(name),
			object(
				Object.fromEntries(Object.entries(columns).map(([column, type]) => [column, schemaOf(type)])),
				Object.keys(columns),
			),
		]),
	)
}

/** Paths of the product's tables, views and procedures. */
export function restPaths(): Json {
	const { relations, functions } = restCatalogue
	return Object.fromEntries([
		...Object.entries(relations).map(([name, relation]) => [`/rest/v1/${name}`, relationPath(name, relation)]),
		...Object.entries(functions).map(([name, routine]) => [`/rest/v1/rpc/${name}`, routinePath(name, routine)]),
	])
}

function relationPath(name: string, relation: CatalogueRelation): Json {
	const columns = Object.keys(relation.columns)
	const filters = columns.map((column) => ({
		name: column,
		in: 'query',
		description: `A filter such as \`eq.…\`.`,
		schema: { type: 'string' },
	}))
	const rows = { type: 'array', items: reference(rowOf(name)) }
	const operation = (method: string, summary: string, more: Json): Json => ({
		operationId: `${method.toLowerCase()}_${name}`,
		tags: ['rest'],
		summary,
		security: security({ scope: scopeOf(method, name) }),
		...more,
	})
	const body = (named: string[]) =>
		object(
			Object.fromEntries(named.map((column) => [column, schemaOf(relation.columns[column] ?? { type: 'text' })])),
			named,
		)
	const written = { description: 'Done; the rows, with `Prefer: return=representation`.', content: jsonContent(rows) }
	const empty = { description: 'Done.' }
	return {
		get: operation('GET', `Reads ${name}.`, {
			parameters: [...shared, ...filters],
			responses: {
				200: { description: 'Rows that the caller may read.', content: jsonContent(rows) },
				206: { description: 'A part of them, with `Prefer: count=exact`.', content: jsonContent(rows) },
				...refusals('RestRefused'),
			},
		}),
		...(relation.insert.length > 0 && {
			post: operation('POST', `Adds rows to ${name}.`, {
				parameters: [prefer],
				requestBody: { required: true, content: jsonContent({ type: 'array', items: body(relation.insert) }, []) },
				responses: {
					201: { description: 'Done. With `Prefer: return=representation`, the rows as GET answers them.' },
					...refusals('RestRefused'),
				},
			}),
		}),
		...(relation.update.length > 0 && {
			patch: operation('PATCH', `Changes rows of ${name}.`, {
				parameters: [prefer, ...filters],
				requestBody: { required: true, content: jsonContent(body(relation.update), {}) },
				responses: { 200: written, 204: empty, ...refusals('RestRefused') },
			}),
		}),
		...(relation.delete && {
			delete: operation('DELETE', `Deletes rows of ${name}.`, {
				parameters: [prefer, ...filters],
				responses: { 200: written, 204: empty, ...refusals('RestRefused') },
			}),
		}),
	}
}

function routinePath(name: string, { about, arguments: given, result, is_set, columns }: CatalogueFunction): Json {
	const optional = Object.keys(given).filter((argument) => given[argument]?.optional)
	const inputs = Object.fromEntries(
		Object.entries(given).map(([argument, { type, optional }]) => [
			argument,
			schemaOf({ type, null: optional === true }),
		]),
	)
	const outputs = Object.entries(columns ?? {}).map(([column, { type }]) => [column, schemaOf({ type, null: true })])
	// A procedure may answer null.
	const value = outputs.length > 0 ? object(Object.fromEntries(outputs)) : schemaOf({ type: result, null: true })
	const answer = is_set ? { type: 'array', items: value } : value
	return {
		post: {
			operationId: `call_${name}`,
			tags: ['procedures'],
			summary: `Calls ${name}.`,
			description: about,
			security: security({ scope: scopeOf('POST', `rpc/${name}`) }),
			requestBody: { required: true, content: jsonContent(object(inputs, optional)) },
			responses: {
				...(result === 'void'
					? { 204: { description: 'Done.' } }
					: { 200: { description: 'The result.', content: jsonContent(answer) } }),
				...refusals('RestRefused'),
			},
		},
	}
}

/** Tables that a key of any scope reads. */
const openToEveryKey = ['spaces']

/** The scope that opens an operation to keys; empty for any key, undefined where none may. */
function scopeOf(method: string, name: string): string | undefined {
	const scope = scopeOfRequest({ method, path: `/rest/v1/${name}` })
	const isRead = method === 'GET' || name.startsWith('rpc/')
	if (!isRead) return scope.endsWith(':write') ? scope : undefined
	return scope || (openToEveryKey.includes(name) ? '' : undefined)
}

const query = (name: string, description: string, schema: Json) => ({ name, in: 'query', description, schema })
const shared = [
	query('select', 'Columns, and embedded tables.', { type: 'string' }),
	query('order', 'Such as `submitted_at.desc,id`.', { type: 'string' }),
	query('limit', 'Most rows.', { type: 'integer', minimum: 0 }),
	query('offset', 'Rows that are left out.', { type: 'integer', minimum: 0 }),
]
const prefer = {
	name: 'Prefer',
	in: 'header',
	description: '`return=representation` answers with the rows.',
	schema: { type: 'string' },
}
