import { quoteIdentifier } from '#platform/pg/identifiers.ts'
import { prepared, type Query } from '#platform/pg/sql.ts'
import type { Relation } from '#platform/rest/catalog/catalog.ts'
import type { BodyFormat } from '#platform/rest/parse/negotiate-media-type.ts'
import type { QueryLevel } from '#platform/rest/parse/query-tree.ts'
import { compileCondition } from './compile-condition.ts'
import { compileLevel } from './compile-level.ts'
import { responseSettings, resultSql } from './compile-read.ts'
import { type Compiler, relationSource, returnedSource, type Source, whereClause } from './compiler.ts'

/** The answer of a write: nothing, the location, or the rows. */
export type Returning = 'minimal' | 'headers-only' | 'representation'

/** A statement without its `returning`. */
export type WriteStatement = {
	sql: string
	/** Alias of the changed row. */
	alias: string
	/** True when it counts the inserted rows. */
	countsInserted: boolean
}

/**
 * Wraps a statement so that it yields one result row.
 * Returns only columns that the answer needs, as `returning` requires the select privilege.
 */
export function compileWrite(
	c: Compiler,
	level: QueryLevel,
	relation: Relation,
	statement: WriteStatement,
	returning: Returning,
	format: BodyFormat,
): Query {
	const used = new Set<string>()
	const source = returnedSource(c.alias(), relation, used)
	const answer =
		returning === 'representation'
			? representation(c, level, source, format, statement)
			: summary(c, source, returning, statement)
	const columns = [...relation.columns.keys()].filter((name) => used.has(name))
	const list = columns.map((name) => `${statement.alias}.${quoteIdentifier(name)}`).join(', ') || '1'
	return prepared(`with src as (${statement.sql} returning ${list}) ${answer}`, c.values)
}

function representation(
	c: Compiler,
	level: QueryLevel,
	source: Source,
	format: BodyFormat,
	statement: WriteStatement,
): string {
	// The root's filters chose the rows to change; they do not filter the result.
	const shown = { ...level, conditions: [] }
	const compiled = compileLevel(c, shown, `src as ${source.alias}`, source, [], '')
	return resultSql(c, compiled, format, [...responseSettings, ...insertedSql(statement)])
}

function summary(c: Compiler, source: Source, returning: Returning, statement: WriteStatement): string {
	const key = returning === 'headers-only' ? source.relation.primaryKey : []
	for (const column of key) source.markUsed(column)
	const values = key.map((column) => `s.${quoteIdentifier(column)}::text`).join(', ')
	const location = values ? [`(select json_build_array(${values}) from src s limit 1) as location`] : []
	const compiled = { outputs: [], star: '1', from: `src as ${source.alias}`, where: [], order: '', range: '' }
	const more = [...responseSettings, ...location, ...insertedSql(statement)]
	return resultSql(c, compiled, { kind: 'none', stripNulls: false }, more)
}

function insertedSql({ countsInserted }: WriteStatement): string[] {
	return countsInserted ? [`nullif(current_setting('${insertedSetting}', true), '') as inserted`] : []
}

/** Counts in a transaction setting, as system columns require privileges on the whole table. */
const insertedSetting = 'rest.inserted'
const counter = `coalesce(nullif(current_setting('${insertedSetting}', true), ''), '0')::int4`

/** A condition that is always true and changes the count of inserted rows. */
export function adjustInsertedCount(by: '+ 1' | '- 1'): string {
	return `set_config('${insertedSetting}', (${counter} ${by})::text, true) is not null`
}

/** Compiles the filters of an update or delete, without embeds. */
export function compileWriteFilters(c: Compiler, level: QueryLevel, relation: Relation, alias: string): string {
	const target = relationSource(alias, relation, 0)
	const conditions = level.conditions.map((condition) => compileCondition(c, target, condition, () => undefined))
	return whereClause(conditions)
}
