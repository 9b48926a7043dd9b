import { prepared, type Query } from '#server/pg/sql.ts'
import type { Relation } from './catalog.ts'
import { compileCondition } from './compile-condition.ts'
import { compileLevel } from './compile-level.ts'
import { answerSql, type BodyForm, outcome } from './compile-read.ts'
import { type Compiler, relationSource, returnedSource, type Source } from './compiler.ts'
import { quoteIdentifier } from './identifier.ts'
import type { Level } from './query-tree.ts'

/** What a write answers with: nothing, where the row is, or the rows themselves. */
export type Returning = 'minimal' | 'headers-only' | 'representation'

/** A statement that changes rows, up to but without its `returning`. */
export type Change = {
	sql: string
	/** Names the changed row inside the statement. */
	alias: string
	/** True when it also counts the rows that were new. */
	countsInserted: boolean
}

/**
 * Wraps a change so that it yields one answer row.
 * Only what the answer shows is returned: returning a column needs the right to read it.
 */
export function compileChange(
	c: Compiler,
	level: Level,
	relation: Relation,
	change: Change,
	returning: Returning,
	form: BodyForm,
): Query {
	const used = new Set<string>()
	const source = returnedSource(c.alias(), relation, used)
	const answer =
		returning === 'representation'
			? representation(c, level, source, form, change)
			: summary(c, source, returning, change)
	const columns = [...relation.columns.keys()].filter((name) => used.has(name))
	const list = columns.map((name) => `${change.alias}.${quoteIdentifier(name)}`).join(', ') || '1'
	return prepared(`with src as (${change.sql} returning ${list}) ${answer}`, c.values)
}

function representation(
	c: Compiler,
	level: Level,
	source: Source,
	form: BodyForm,
	change: Change,
): string {
	// The filters of the root chose the rows that were changed; what came back is shown whole.
	const shown = { ...level, conditions: [] }
	const compiled = compileLevel(c, shown, `src as ${source.alias}`, source, [], '')
	return answerSql(c, compiled, form, [...outcome, ...insertedSql(change)])
}

function summary(c: Compiler, source: Source, returning: Returning, change: Change): string {
	const key = returning === 'headers-only' ? source.relation.primaryKey : []
	for (const column of key) source.use(column)
	const values = key.map((column) => `s.${quoteIdentifier(column)}::text`).join(', ')
	const location = values
		? [`(select json_build_array(${values}) from src s limit 1) as location`]
		: []
	const outputs = { outputs: [], star: '1', from: `src as ${source.alias}` }
	const compiled = { ...outputs, where: [], order: '', range: '' }
	const more = [...outcome, ...location, ...insertedSql(change)]
	return answerSql(c, compiled, { kind: 'none', stripNulls: false }, more)
}

function insertedSql({ countsInserted }: Change): string[] {
	return countsInserted
		? [`nullif(current_setting('${insertedSetting}', true), '') as inserted`]
		: []
}

/** Counts in a setting of the transaction, as system columns would need rights on the whole table. */
const insertedSetting = 'rest.inserted'
const counter = `coalesce(nullif(current_setting('${insertedSetting}', true), ''), '0')::int4`

/** A condition that is always true and moves the count of inserted rows. */
export function moveInserted(by: '+ 1' | '- 1'): string {
	return `set_config('${insertedSetting}', (${counter} ${by})::text, true) is not null`
}

/** The filters of an update or delete. Embeds cannot choose rows to change. */
export function compileTargets(
	c: Compiler,
	level: Level,
	relation: Relation,
	alias: string,
): string {
	const target = relationSource(alias, relation, 0)
	const conditions = level.conditions.map((condition) =>
		compileCondition(c, target, condition, () => undefined),
	)
	return conditions.length > 0 ? ` where ${conditions.join(' and ')}` : ''
}
