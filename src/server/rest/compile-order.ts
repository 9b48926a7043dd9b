import type { EmbedItem, FieldItem, FieldRef, OrderTerm } from './ast.ts'
import type { AnyRelationship } from './catalog.ts'
import { castTo, compileField } from './compile-field.ts'
import { compileJoin } from './compile-join.ts'
import type { Embedded } from './compile-spread.ts'
import { compileWhere } from './compile-where.ts'
import type { Compiler, Source } from './compiler.ts'
import { findRelationship } from './find-relationship.ts'
import { notEmbedded, RestProblem } from './problem.ts'
import { findEmbed, type Level } from './query-tree.ts'

/** The `order by` of a level. What its spreads lend it can be ordered by even where its rows became groups. */
export function compileOrder(
	c: Compiler,
	level: Level,
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
	level: Level,
	parent: Source,
	{ relation, field }: OrderTerm,
	embeds: ReadonlyMap<EmbedItem, Embedded>,
): string {
	if (relation === undefined) return compileField(c, parent, field).sql
	const embed = findEmbed(level, relation)
	if (!embed) throw notEmbedded(relation)
	const relationship = findRelationship(c.catalog, parent.relation, embed.item)
	if (!relationship.toOne)
		throw new RestProblem(400, 'PGRST118', `A related order on '${relation}' is not possible`, {
			details: `'${parent.relation.name}' and '${relation}' do not form a many-to-one or one-to-one relationship`,
		})
	const lent = field.path.length === 0 && embeds.get(embed.item)?.columnOf?.(field.name)
	return lent || relatedSql(c, parent, relationship, embed.level, field)
}

/** The value of a to-one embed, by the name that the embed gives it or by its column. */
function relatedSql(
	c: Compiler,
	parent: Source,
	relationship: AnyRelationship,
	level: Level,
	field: FieldRef,
): string {
	const { from, on, source } = compileJoin(c, relationship, parent)
	const where = [...on, ...compileWhere(c, level, source)]
	const conditions = where.length > 0 ? ` where ${where.join(' and ')}` : ''
	return `(select ${valueSql(c, level, source, field)} from ${from}${conditions} limit 1)`
}

function valueSql(c: Compiler, level: Level, source: Source, field: FieldRef): string {
	if (field.path.length > 0) return compileField(c, source, field).sql
	const named = level.items.find((item) => isNamed(item, field.name))
	if (named) return castTo(c, compileField(c, source, named.field).sql, named.cast)
	const spread = level.embeds.find(({ item, level }) => item.spread && lends(level, field.name))
	if (spread) {
		const relationship = findRelationship(c.catalog, source.relation, spread.item)
		if (relationship.toOne) return relatedSql(c, source, relationship, spread.level, field)
	}
	return compileField(c, source, field).sql
}

function isNamed(item: Level['items'][number], name: string): item is FieldItem {
	return item.kind === 'field' && item.alias === name && !item.aggregate
}

function lends({ items, embeds }: Level, name: string): boolean {
	return (
		items.some((item) => isNamed(item, name)) ||
		embeds.some(({ item, level }) => item.spread && lends(level, name))
	)
}
