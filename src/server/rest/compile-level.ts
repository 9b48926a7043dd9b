import type { EmbedItem, FieldItem } from './ast.ts'
import type { Relation, Shape } from './catalog.ts'
import { castTo, compileField, hasField, outputKey } from './compile-field.ts'
import { compileJoin } from './compile-join.ts'
import { compileOrder } from './compile-order.ts'
import { type CompiledLevel, isGrouped, type Output, renderOutputs } from './compile-output.ts'
import { aggregatedSpread, type Embedded, spreadMany, spreadOne } from './compile-spread.ts'
import { compileRange, compileWhere } from './compile-where.ts'
import { type Compiler, columnOf, type Source } from './compiler.ts'
import { findRelationship } from './find-relationship.ts'
import { notEmbedded, RestProblem } from './problem.ts'
import type { Level } from './query-tree.ts'

/** Compiles a level whose rows come from `from`, tied to its parent by `on`. */
export function compileLevel(
	c: Compiler,
	level: Level,
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
	const isStored = ![...source.relation.columns.values()].some(({ shape }) => shape?.toJson)
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

/** Puts the parts together. */
export function selectSql(level: CompiledLevel, list: string): string {
	const { outputs, from, where, order, range } = level
	const conditions = where.length > 0 ? ` where ${where.join(' and ')}` : ''
	return `select ${list} from ${from}${conditions}${groupBy(outputs)}${order}${range}`
}

function groupBy(outputs: readonly Output[]): string {
	if (!isGrouped(outputs)) return ''
	const plain = outputs.filter(({ aggregate }) => !aggregate)
	const keys = new Set(plain.flatMap((output) => output.groupBy ?? [output.sql]))
	return keys.size > 0 ? ` group by ${[...keys].join(', ')}` : ''
}

function childOf(level: Level, item: EmbedItem): Level {
	const found = level.embeds.find((embed) => embed.item === item)
	if (!found) throw notEmbedded(item.target)
	return found.level
}

function starOutputs(source: Source): Output[] {
	return [...source.relation.columns.values()].map(({ name, shape }) => ({
		key: name,
		known: true,
		...shown({ sql: columnOf(source, name), shape }),
	}))
}

/** A value as callers see it. What it is grouped by is what is stored: JSON cannot be compared. */
function shown({ sql, shape }: { sql: string; shape?: Shape | undefined }) {
	return shape?.toJson ? { sql: `${shape.toJson}(${sql})`, groupBy: [sql] } : { sql }
}

function countOutput(c: Compiler, alias: string | undefined, cast: string | undefined): Output {
	const aggregate = (sql: string) => castTo(c, `count(${sql})`, cast)
	return { key: alias ?? 'count', known: alias === undefined, sql: '1', aggregate }
}

function fieldOutput(c: Compiler, source: Source, item: FieldItem): Output {
	const { field, alias, cast, aggregate, aggregateCast } = item
	// PostgREST answers `posts(count)` with the number of rows, as PostgreSQL reads it as count(posts).
	if (field.name === 'count' && field.path.length === 0 && !aggregate && !hasField(source, 'count'))
		return countOutput(c, alias, cast)
	const expression = compileField(c, source, field)
	if (!aggregate) {
		const key = outputKey(field, alias)
		const value = shown(expression)
		const known = source.relation.columns.has(key)
		return { key, known, ...value, sql: castTo(c, value.sql, cast) }
	}
	const sql = castTo(c, expression.sql, cast)
	if (aggregate !== 'count' && !c.limits.aggregates)
		throw new RestProblem(400, 'PGRST123', 'Use of aggregate functions is not allowed')
	return {
		key: alias ?? aggregate,
		known: alias === undefined,
		sql,
		aggregate: (inner) => castTo(c, `${aggregate}(${inner})`, aggregateCast),
	}
}

function compileEmbed(c: Compiler, parent: Source, item: EmbedItem, level: Level): Embedded {
	const relationship = findRelationship(c.catalog, parent.relation, item)
	if (showsNothing(c, relationship.to, item)) return { outputs: [], join: '' }
	const { from, on, source, parentColumns } = compileJoin(c, relationship, parent)
	const range = relationship.toOne ? compileOne(c, level) : compileRange(c, level)
	const compiled = compileLevel(c, level, from, source, on, range)
	if (item.spread && !relationship.toOne) {
		if (isGrouped(compiled.outputs)) throw aggregatedSpread()
		return spreadMany(c, compiled, parentColumns, selectSql)
	}
	if (item.spread) return spreadOne(c, compiled, source, selectSql)
	const { list, object } = renderOutputs(c, compiled.outputs, compiled.star)
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

/** It only filters, and so does all that it embeds. */
function showsNothing(c: Compiler, relation: Relation, { items }: EmbedItem): boolean {
	return items.every(
		(item) =>
			item.kind === 'embed' &&
			showsNothing(c, findRelationship(c.catalog, relation, item).to, item),
	)
}

/** The only row of a to-one embed, unless `limit` and `offset` leave none. */
function compileOne(c: Compiler, level: Level): string {
	return compileRange(c, { ...level, limit: Math.min(level.limit ?? 1, 1) })
}
