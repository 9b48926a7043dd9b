import type { EmbedItem } from './ast.ts'
import type { AnyRelationship } from './catalog.ts'
import { compileCondition } from './compile-condition.ts'
import { compileJoin } from './compile-join.ts'
import type { Compiler, Source } from './compiler.ts'
import { findRelationship } from './find-relationship.ts'
import { findEmbed, type Level } from './query-tree.ts'

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

/** `limit` and `offset` of a level, never above the ceiling. */
export function compileRange(c: Compiler, { limit, offset }: Level): string {
	const { maxRows } = c.limits
	const rows =
		limit === undefined || limit >= maxRows
			? String(maxRows)
			: limit <= 1
				? String(limit)
				: c.bind(limit)
	return ` limit ${rows}${offset ? ` offset ${c.bind(offset)}` : ''}`
}
