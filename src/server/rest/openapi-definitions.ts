import type { Catalog, Column, Relation } from './catalog.ts'
import { defaultOf, type Json, typeOf } from './openapi-types.ts'

/** The rows of a relation as a schema. Keys are told in the descriptions of columns, as PostgREST does. */
export function definitionOf(catalog: Catalog, relation: Relation): Json {
	const columns = [...relation.columns.values()]
	const required = columns.filter(({ notNull }) => notNull).map(({ name }) => name)
	const leads = foreignKeysOf(catalog, relation)
	const properties = columns.map((column): [string, Json] => [
		column.name,
		propertyOf(relation, column, leads.get(column.name)),
	])
	return withRequired(
		{
			type: 'object',
			description: relation.comment,
			properties: Object.fromEntries(properties),
		},
		required,
	)
}

/** An empty `required` is not valid in Swagger 2.0. */
export function withRequired(schema: Json, required: readonly string[]): Json {
	return required.length > 0 ? { required, ...schema } : schema
}

type Lead = { to: Relation; foreign: string }

function propertyOf(relation: Relation, column: Column, lead: Lead | undefined): Json {
	const isKey = relation.primaryKey.includes(column.name)
	const notes = [isKey ? 'This is a Primary Key.<pk/>' : undefined, lead && noteOf(lead)].filter(
		(note) => note !== undefined,
	)
	const note = notes.length > 0 ? ['Note:', ...notes].join('\n') : undefined
	return {
		...typeOf(column.type),
		default: defaultOf(column.type, column.defaultSql),
		description: [column.comment, note].filter(Boolean).join('\n\n') || undefined,
		maxLength: column.maxLength,
		enum: column.labels,
	}
}

/** Where the foreign keys of one column lead, by that column: to a table rather than to a view of it. */
function foreignKeysOf({ relationships }: Catalog, relation: Relation): Map<string, Lead> {
	const leads = new Map<string, Lead>()
	for (const { to, columns } of relationships.outward(relation)) {
		const [pair, ...more] = columns
		if (!pair || more.length > 0) continue
		const known = leads.get(pair.local)
		if (!known || (known.to.isView && !to.isView))
			leads.set(pair.local, { to, foreign: pair.foreign })
	}
	return leads
}

function noteOf({ to, foreign }: Lead): string {
	return `This is a Foreign Key to \`${to.name}.${foreign}\`.<fk table='${to.name}' column='${foreign}'/>`
}
