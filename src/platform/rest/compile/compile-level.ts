import type { DataRepresentation, Relation } from '#platform/rest/catalog/catalog.ts'
import { findRelationship } from '#platform/rest/catalog/find-relationship.ts'
import { notEmbeddedError, RestError } from '#platform/rest/errors.ts'
import type { EmbedItem, FieldItem } from '#platform/rest/parse/ast.ts'
import type { QueryLevel } from '#platform/rest/parse/query-tree.ts'
import { castTo, compileField, hasField, outputKey } from './compile-field.ts'
import { compileOrder } from './compile-order.ts'
import { type CompiledLevel, isGrouped, type Output, renderOutputs, selectSql } from './compile-output.ts'
import { aggregatedSpreadError, type Embedded, spreadMany, spreadOne } from './compile-spread.ts'
import { compileJoin, compileRange, compileWhere } from './compile-where.ts'
import { type Compiler, columnOf, type Source } from './compiler.ts'

/** Compiles a level with rows from `from`, joined to its parent by `on`. */
export function compileLevel(
	c: Compiler,
	level: QueryLevel,
	from: string,
	source: Source,
	on: readonly string[],
	range: string,
): CompiledLevel {
	const outputs: Output[] = []
	const embeds = new Map<EmbedItem, Embedded>()
	let joins = ''
	for (const item of level.items) {
		if (item.kind === 'star') outputs.push(...starOutputs(source))
		else if (item.kind === 'count') outputs.push(countOutput(c, item.alias, item.cast))
		else if (item.kind === 'field') outputs.push(fieldOutput(c, source, item))
		else {
			const embedded = compileEmbed(c, source, item, childOf(level, item))
			outputs.push(...embedded.outputs)
			embeds.set(item, embedded)
			joins += embedded.join
		}
	}
	const isStored = ![...source.relation.columns.values()].some(({ representation }) => representation?.toJson)
	const onlyStar = isStored && level.items.length === 1 && level.items[0]?.kind === 'star'
	return {
		outputs,
		star: onlyStar ? `${source.alias}.*` : undefined,
		from: `${from}${joins}`,
		where: [...on, ...compileWhere(c, level, source)],
		order: compileOrder(c, level, source, embeds),
		range,
	}
}

function childOf(level: QueryLevel, item: EmbedItem): QueryLevel {
	const found = level.embeds.find((embed) => embed.item === item)
	if (!found) throw notEmbeddedError(item.target)
	return found.level
}

function starOutputs(source: Source): Output[] {
	return [...source.relation.columns.values()].map(({ name, representation }) => ({
		key: name,
		known: true,
		...presentedValue({ sql: columnOf(source, name), representation }),
	}))
}

/** Converts a value for output. Grouping uses the stored value, as JSON has no equality. */
function presentedValue({ sql, representation }: { sql: string; representation?: DataRepresentation | undefined }) {
	return representation?.toJson ? { sql: `${representation.toJson}(${sql})`, groupBy: [sql] } : { sql }
}

function countOutput(c: Compiler, alias: string | undefined, cast: string | undefined): Output {
	const aggregate = (sql: string) => castTo(c, `count(${sql})`, cast)
	return { key: alias ?? 'count', known: alias === undefined, sql: '1', aggregate }
}

function fieldOutput(c: Compiler, source: Source, item: FieldItem): Output {
	const { field, alias, cast, aggregate, aggregateCast } = item
	// PostgREST's `posts(count)` is the number of rows.
	if (field.name === 'count' && field.path.length === 0 && !aggregate && !hasField(source, 'count'))
		return countOutput(c, alias, cast)
	const expression = compileField(c, source, field)
	if (!aggregate) {
		const key = outputKey(field, alias)
		const value = presentedValue(expression)
		const known = source.relation.columns.has(key)
		return { key, known, ...value, sql: castTo(c, value.sql, cast) }
	}
	const sql = castTo(c, expression.sql, cast)
	if (aggregate !== 'count' && !c.limits.aggregates)
		throw new RestError(400, 'PGRST123', 'Use of aggregate functions is not allowed')
	return {
		key: alias ?? aggregate,
		known: alias === undefined,
		sql,
		aggregate: (inner) => castTo(c, `${aggregate}(${inner})`, aggregateCast),
	}
}

function compileEmbed(c: Compiler, parent: Source, item: EmbedItem, level: QueryLevel): Embedded {
	const relationship = findRelationship(c.catalog, parent.relation, item)
	if (onlyFilters(c, relationship.to, item)) return { outputs: [], join: '' }
	const { from, on, source, parentColumns } = compileJoin(c, relationship, parent)
	// A to-one embed has one row, or none by `limit` and `offset`.
	const range = compileRange(c, relationship.toOne ? { ...level, limit: Math.min(level.limit ?? 1, 1) } : level)
	const compiled = compileLevel(c, level, from, source, on, range)
	if (item.spread && !relationship.toOne) {
		if (isGrouped(compiled.outputs)) throw aggregatedSpreadError()
		return spreadMany(c, compiled, parentColumns)
	}
	if (item.spread) return spreadOne(c, compiled, source)
	const { list, object } = renderOutputs(c, compiled)
	const rows = c.alias('r')
	const value = object(rows)
	const json = relationship.toOne
		? `(select to_json(${value}) from (${selectSql(compiled, list)}) ${rows})`
		: `(select coalesce(json_agg(${value}), '[]') from (${selectSql(compiled, list)}) ${rows})`
	const key = item.alias ?? item.target
	return {
		outputs: [{ key, known: item.alias === undefined, sql: json, groupBy: parentColumns }],
		join: '',
	}
}

/** True for an embed without columns, which only filters. */
function onlyFilters(c: Compiler, relation: Relation, { items }: EmbedItem): boolean {
	return items.every(
		(item) => item.kind === 'embed' && onlyFilters(c, findRelationship(c.catalog, relation, item).to, item),
	)
}
