import { qualifiedName, quoteIdentifier } from '#platform/pg/identifiers.ts'
import type { AnyRelationship, ColumnPair } from '#platform/rest/catalog/catalog.ts'
import { findRelationship } from '#platform/rest/catalog/find-relationship.ts'
import type { EmbedItem } from '#platform/rest/parse/ast.ts'
import { findEmbed, type QueryLevel } from '#platform/rest/parse/query-tree.ts'
import { compileCondition } from './compile-condition.ts'
import { type Compiler, columnOf, relationSource, type Source, whereClause } from './compiler.ts'

/** Compiles the filters of a level, and the existence of its `!inner` embeds. */
export function compileWhere(c: Compiler, level: QueryLevel, source: Source): string[] {
	const exists = (item: EmbedItem, child: QueryLevel) => {
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

function existsSql(c: Compiler, relationship: AnyRelationship, parent: Source, level: QueryLevel): string {
	const { rows } = relatedRows(c, relationship, parent, level)
	const cut = level.offset !== undefined || level.limit === 0 ? compileRange(c, level) : ''
	return `exists (select from ${rows}${cut})`
}

/** Compiles the rows of an embed that belong to a row of its parent and pass the filters of its level. */
export function relatedRows(c: Compiler, relationship: AnyRelationship, parent: Source, level: QueryLevel) {
	const { from, on, source } = compileJoin(c, relationship, parent)
	return { rows: `${from}${whereClause([...on, ...compileWhere(c, level, source)])}`, source }
}

/**
 * Limits up to this one are part of the text: for a limit that it does not know, PostgreSQL expects a tenth of the table and plans
 * each request again. Others are bound, as each text may be prepared.
 */
const maxLimitInText = 100

/** Compiles `limit` and `offset` of a level, at most `maxRows`. */
export function compileRange(c: Compiler, { limit, offset }: QueryLevel): string {
	const { maxRows } = c.limits
	const most = limit === undefined || limit > maxRows ? maxRows : limit
	const rows = most === maxRows || most <= maxLimitInText ? String(most) : c.bind(most)
	return ` limit ${rows}${offset ? ` offset ${c.bind(offset)}` : ''}`
}

/** The source of an embed's rows, and their join conditions. */
export type Join = {
	from: string
	on: string[]
	source: Source
	/** Columns of the parent in the join conditions. */
	parentColumns: string[]
}

/** Compiles the source of an embed: the function of a computed relationship, or a table joined by foreign keys. */
export function compileJoin(c: Compiler, relationship: AnyRelationship, parent: Source): Join {
	const alias = c.alias()
	const source = relationSource(alias, relationship.to, parent.depth + 1)
	if (relationship.kind === 'computed') {
		const row = parent.row()
		const from = `${qualifiedName(relationship.routine)}(${row}) as ${alias}`
		return { from, on: [], source, parentColumns: [row] }
	}
	const from = `${qualifiedName(relationship.to)} as ${alias}`
	const { junction } = relationship
	if (!junction) {
		const on = equalities(relationship.columns, parent, alias)
		return { from, on, source, parentColumns: localColumns(relationship.columns, parent) }
	}
	const middle = c.alias('j')
	return {
		from: `${from}, ${qualifiedName(junction.relation)} as ${middle}`,
		on: [...equalities(junction.near.columns, parent, middle), ...equalities(junction.far.columns, source, middle)],
		source,
		parentColumns: localColumns(junction.near.columns, parent),
	}
}

function equalities(columns: readonly ColumnPair[], left: Source, right: string): string[] {
	return columns.map(({ local, foreign }) => `${right}.${quoteIdentifier(foreign)} = ${columnOf(left, local)}`)
}

function localColumns(columns: readonly ColumnPair[], parent: Source): string[] {
	return columns.map(({ local }) => columnOf(parent, local))
}
