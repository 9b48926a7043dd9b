import type { Catalog, Column, Relation } from './catalog.ts'
import { defaultOf, type Json, typeOf } from './openapi-types.ts'

/** The rows of a relation as a schema. Keys are told in the descriptions of columns, as PostgREST does. */
export function definitionOf(catalog: Catalog, relation: Relation): Json {
	const columns = [...relation.columns.values()]
	const required = columns.filter(({ notNull }) => notNull).map(({ name }) => name)
	const properties = columns.map((column): [string, Json] => [
		column.name,
		propertyOf(catalog, relation, column),
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

function propertyOf(catalog: Catalog, relation: Relation, column: Column): Json {
	const isKey = relation.primaryKey.includes(column.name)
	const notes = [
		isKey ? 'This is a Primary Key.<pk/>' : undefined,
		foreignKeyOf(catalog, relation, column.name),
	].filter((note) => note !== undefined)
	const note = notes.length > 0 ? ['Note:', ...notes].join('\n') : undefined
	return {
		...typeOf(column.type),
		default: defaultOf(column.type, column.defaultSql),
		description: [column.comment, note].filter(Boolean).join('\n\n') || undefined,
		maxLength: column.maxLength,
		enum: column.labels,
	}
}

/** Where a foreign key of one column leads, to a table rather than to a view of it. */
function foreignKeyOf(catalog: Catalog, relation: Relation, column: string): string | undefined {
	const leads = (catalog.relationships.get(relation) ?? []).flatMap((relationship) => {
		if (relationship.kind !== 'keys' || !relationship.outward) return []
		const [pair, ...more] = relationship.columns
		return pair?.local === column && more.length === 0
			? [{ to: relationship.to, foreign: pair.foreign }]
			: []
	})
	const lead = leads.find(({ to }) => !to.isView) ?? leads[0]
	if (!lead) return undefined
	const { to, foreign } = lead
	return `This is a Foreign Key to \`${to.name}.${foreign}\`.<fk table='${to.name}' column='${foreign}'/>`
}
