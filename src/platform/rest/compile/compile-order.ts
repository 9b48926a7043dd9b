import type { AnyRelationship } from '#platform/rest/catalog/catalog.ts'
import { findRelationship } from '#platform/rest/catalog/find-relationship.ts'
import { notEmbeddedError, RestError } from '#platform/rest/errors.ts'
import type { EmbedItem, FieldItem, FieldRef, OrderTerm } from '#platform/rest/parse/ast.ts'
import { findEmbed, type QueryLevel } from '#platform/rest/parse/query-tree.ts'
import { castTo, compileField } from './compile-field.ts'
import type { Embedded } from './compile-spread.ts'
import { relatedRows } from './compile-where.ts'
import type { Compiler, Source } from './compiler.ts'

/** Compiles the `order by` of a level. Columns of spreads can be used even in grouped levels. */
export function compileOrder(
	c: Compiler,
	level: QueryLevel,
	source: Source,
	embeds: ReadonlyMap<EmbedItem, Embedded>,
): string {
	if (level.order.length === 0) return ''
	const terms = level.order.map((term) => {
		const nulls = term.nulls ? ` nulls ${term.nulls}` : ''
		return `${orderSql(c, level, source, term, embeds)}${term.descending ? ' desc' : ''}${nulls}`
	})
	return ` order by ${terms.join(', ')}`
}

function orderSql(
	c: Compiler,
	level: QueryLevel,
	parent: Source,
	{ relation, field }: OrderTerm,
	embeds: ReadonlyMap<EmbedItem, Embedded>,
): string {
	if (relation === undefined) return compileField(c, parent, field).sql
	const embed = findEmbed(level, relation)
	if (!embed) throw notEmbeddedError(relation)
	const relationship = findRelationship(c.catalog, parent.relation, embed.item)
	if (!relationship.toOne)
		throw new RestError(400, 'PGRST118', `A related order on '${relation}' is not possible`, {
			details: `'${parent.relation.name}' and '${relation}' do not form a many-to-one or one-to-one relationship`,
		})
	const column = field.path.length === 0 && embeds.get(embed.item)?.columnOf?.(field.name)
	return column || relatedSql(c, parent, relationship, embed.level, field)
}

/** Compiles a value of a to-one embed, by alias or column. */
function relatedSql(
	c: Compiler,
	parent: Source,
	relationship: AnyRelationship,
	level: QueryLevel,
	field: FieldRef,
): string {
	const { rows, source } = relatedRows(c, relationship, parent, level)
	return `(select ${valueSql(c, level, source, field)} from ${rows} limit 1)`
}

function valueSql(c: Compiler, level: QueryLevel, source: Source, field: FieldRef): string {
	if (field.path.length > 0) return compileField(c, source, field).sql
	const named = level.items.find((item) => isNamed(item, field.name))
	if (named) return castTo(c, compileField(c, source, named.field).sql, named.cast)
	const spread = level.embeds.find(({ item, level }) => item.spread && suppliesColumn(level, field.name))
	if (spread) {
		const relationship = findRelationship(c.catalog, source.relation, spread.item)
		if (relationship.toOne) return relatedSql(c, source, relationship, spread.level, field)
	}
	return compileField(c, source, field).sql
}

function isNamed(item: QueryLevel['items'][number], name: string): item is FieldItem {
	return item.kind === 'field' && item.alias === name && !item.aggregate
}

function suppliesColumn({ items, embeds }: QueryLevel, name: string): boolean {
	return (
		items.some((item) => isNamed(item, name)) ||
		embeds.some(({ item, level }) => item.spread && suppliesColumn(level, name))
	)
}
