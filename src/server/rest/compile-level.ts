import type { EmbedItem, FieldItem, OrderTerm } from './ast.ts'
import type { AnyRelationship, Relation, Shape } from './catalog.ts'
import { compileCondition } from './compile-condition.ts'
import { castTo, compileField, hasField, outputKey } from './compile-field.ts'
import { compileJoin } from './compile-join.ts'
import { type CompiledLevel, isGrouped, type Output, renderOutputs } from './compile-output.ts'
import { type Embedded, spreadMany, spreadOne } from './compile-spread.ts'
import { type Compiler, columnOf, type Source } from './compiler.ts'
import { findRelationship } from './find-relationship.ts'
import { notEmbedded, RestProblem } from './problem.ts'
import { findEmbed, type Level } from './query-tree.ts'

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
		order: compileOrder(c, level, source, isGrouped(outputs) ? embeds : undefined),
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
	const sql = castTo(c, expression.sql, cast)
	if (!aggregate) {
		const key = outputKey(field, alias)
		const value = cast === undefined ? shown(expression) : { sql }
		return { key, known: source.relation.columns.has(key), ...value }
	}
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
	const range = relationship.toOne ? ' limit 1' : compileRange(c, level)
	const compiled = compileLevel(c, level, from, source, on, range)
	if (item.spread)
		return relationship.toOne
			? spreadOne(c, compiled, source, selectSql)
			: spreadMany(c, compiled, parentColumns, selectSql)
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

/** A level's own filters, and the existence of the embeds that it is joined with by `!inner`. */
export function compileWhere(c: Compiler, level: Level, source: Source): string[] {
	const exists = (item: EmbedItem, child: Level) => {
		const relationship = findRelationship(c.catalog, source.relation, item)
		return existsSql(c, relationship, source, child)
	}
	const embedTest = (name: string) => {
		const embed = findEmbed(level, name)
		return embed && (() => exists(embed.item, embed.level))
	}
	const inner = level.embeds.filter(({ item }) => item.join === 'inner')
	return [
		...level.conditions.map((condition) => compileCondition(c, source, condition, embedTest)),
		...inner.map((embed) => exists(embed.item, embed.level)),
	]
}

function existsSql(
	c: Compiler,
	relationship: AnyRelationship,
	parent: Source,
	level: Level,
): string {
	const { from, on, source } = compileJoin(c, relationship, parent)
	const where = [...on, ...compileWhere(c, level, source)]
	const conditions = where.length > 0 ? ` where ${where.join(' and ')}` : ''
	const cut = level.offset !== undefined || level.limit === 0 ? compileRange(c, level) : ''
	return `exists (select from ${from}${conditions}${cut})`
}

/** Embeds of a level with groups: its rows are gone, but what they lent can be ordered by. */
type Grouped = ReadonlyMap<EmbedItem, Embedded> | undefined

function compileOrder(c: Compiler, level: Level, source: Source, grouped: Grouped): string {
	if (level.order.length === 0) return ''
	const terms = level.order.map((term) => {
		const nulls = term.nulls ? ` nulls ${term.nulls}` : ''
		return `${orderSql(c, level, source, term, grouped)}${term.descending ? ' desc' : ''}${nulls}`
	})
	return ` order by ${terms.join(', ')}`
}

function orderSql(
	c: Compiler,
	level: Level,
	parent: Source,
	term: OrderTerm,
	grouped: Grouped,
): string {
	if (term.relation === undefined) return compileField(c, parent, term.field).sql
	const embed = findEmbed(level, term.relation)
	if (!embed) throw notEmbedded(term.relation)
	const relationship = findRelationship(c.catalog, parent.relation, embed.item)
	if (!relationship.toOne)
		throw new RestProblem(
			400,
			'PGRST118',
			`A related order on '${term.relation}' is not possible`,
			{
				details: `'${parent.relation.name}' and '${term.relation}' do not form a many-to-one or one-to-one relationship`,
			},
		)
	const isPlain = term.field.path.length === 0
	const lent = isPlain && grouped?.get(embed.item)?.columnOf?.(term.field.name)
	if (lent) return lent
	const { from, on, source } = compileJoin(c, relationship, parent)
	const where = [...on, ...compileWhere(c, embed.level, source)]
	const field = compileField(c, source, term.field).sql
	return `(select ${field} from ${from}${where.length > 0 ? ` where ${where.join(' and ')}` : ''} limit 1)`
}

/** `limit` and `offset` of a level, never above the ceiling. */
export function compileRange(c: Compiler, { limit, offset }: Level): string {
	const { maxRows } = c.limits
	const rows = limit === undefined || limit >= maxRows ? String(maxRows) : c.bind(limit)
	return ` limit ${rows}${offset ? ` offset ${c.bind(offset)}` : ''}`
}
