import type { Relation } from './catalog.ts'
import { type Change, compileTargets, moveInserted } from './compile-write.ts'
import type { Compiler } from './compiler.ts'
import { qualified, quoteIdentifier, quoteLiteral } from './identifier.ts'
import type { Payload } from './payload.ts'
import { RestProblem, undefinedColumn } from './problem.ts'
import type { Level } from './query-tree.ts'

export type Resolution = 'merge-duplicates' | 'ignore-duplicates' | undefined

export type InsertOptions = {
	resolution: Resolution
	/** Columns that decide whether a row is there already; the primary key when not given. */
	onConflict: readonly string[] | undefined
	/** Absent keys take the column's default instead of null. */
	missingDefault: boolean
	/** Rows of the payload must have these values: a PUT's key. */
	match: readonly { column: string; value: string }[]
}

/**
 * `insert into … select … from json_to_recordset($1)`.
 * @throws RestProblem PGRST204 for a column that the relation does not have
 */
export function compileInsert(
	c: Compiler,
	relation: Relation,
	payload: Payload,
	options: InsertOptions,
): Change {
	const alias = c.alias()
	const columns = knownColumns(relation, payload.columns)
	const conflict = conflictSql(relation, columns, options)
	const countsInserted = conflict.includes('do update')
	const where = options.match.map(
		({ column, value }) => `b.${quoteIdentifier(column)} = ${c.bind(value)}`,
	)
	if (countsInserted) where.push(moveInserted('+ 1'))
	const list = columns.map(quoteIdentifier).join(', ')
	const rows = `${rowsSql(c, relation, payload, columns, options)}${where.length > 0 ? ` where ${where.join(' and ')}` : ''}`
	const target = `insert into ${qualified(relation)} as ${alias}${list && ` (${list})`}`
	return { sql: `${target} ${rows}${conflict}`, alias, countsInserted }
}

/** `update … set … from json_to_record($1)`, with the filters of the root. */
export function compileUpdate(
	c: Compiler,
	level: Level,
	relation: Relation,
	payload: Payload,
	missingDefault: boolean,
): Change {
	const alias = c.alias()
	const columns = knownColumns(relation, payload.columns)
	// Of several objects the first counts.
	const object = `(${c.bind(payload.json)}::json -> 0)`
	const set = columns
		.map((column) => {
			const value = sent(relation, column)
			const isPartial = missingDefault && payload.partial.has(column)
			return `${quoteIdentifier(column)} = ${isPartial ? orDefault(relation, column, object, value) : value}`
		})
		.join(', ')
	const from = `json_to_record${object} as b(${typed(relation, columns)})`
	const where = compileTargets(c, level, relation, alias)
	const sql = `update ${qualified(relation)} as ${alias} set ${set} from ${from}${where}`
	return { sql, alias, countsInserted: false }
}

/** `delete from …`, with the filters of the root. */
export function compileDelete(c: Compiler, level: Level, relation: Relation): Change {
	const alias = c.alias()
	const where = compileTargets(c, level, relation, alias)
	return {
		sql: `delete from ${qualified(relation)} as ${alias}${where}`,
		alias,
		countsInserted: false,
	}
}

function rowsSql(
	c: Compiler,
	relation: Relation,
	{ json, partial }: Payload,
	columns: readonly string[],
	{ missingDefault }: InsertOptions,
): string {
	const value = `${c.bind(json)}::json`
	if (columns.length === 0) return `select from json_array_elements(${value})`
	const names = columns.map((column) => sent(relation, column))
	if (!missingDefault || partial.size === 0)
		return `select ${names.join(', ')} from json_to_recordset(${value}) as b(${typed(relation, columns)})`
	const values = columns.map((column) => {
		const own = sent(relation, column)
		return partial.has(column) ? orDefault(relation, column, 'e.j', own) : own
	})
	return `select ${values.join(', ')} from json_array_elements(${value}) as e(j), lateral json_to_record(e.j) as b(${typed(relation, columns)})`
}

/** A value, or the column's default where the object has no such key. */
function orDefault(relation: Relation, column: string, object: string, value: string): string {
	const fallback = relation.columns.get(column)?.defaultSql
	return fallback
		? `case when ${object} -> ${quoteLiteral(column)} is null then ${fallback} else ${value} end`
		: value
}

function conflictSql(
	relation: Relation,
	columns: readonly string[],
	{ resolution, onConflict }: InsertOptions,
): string {
	const arbiters = onConflict ?? relation.primaryKey
	if (!resolution || arbiters.length === 0) return ''
	for (const column of arbiters)
		if (!relation.columns.has(column))
			throw undefinedColumn(relation.name, column, relation.columns.keys(), `"${column}"`)
	const on = ` on conflict (${arbiters.map(quoteIdentifier).join(', ')})`
	if (resolution === 'ignore-duplicates' || columns.length === 0) return `${on} do nothing`
	const set = columns
		.map((column) => `${quoteIdentifier(column)} = excluded.${quoteIdentifier(column)}`)
		.join(', ')
	return `${on} do update set ${set} where ${moveInserted('- 1')}`
}

function knownColumns(relation: Relation, columns: readonly string[]): readonly string[] {
	for (const column of columns)
		if (!relation.columns.has(column))
			throw new RestProblem(
				400,
				'PGRST204',
				`Could not find the '${column}' column of '${relation.name}' in the schema cache`,
			)
	return columns
}

function typed(relation: Relation, columns: readonly string[]): string {
	return columns
		.map((column) => {
			const { type = 'text', shape } = relation.columns.get(column) ?? {}
			return `${quoteIdentifier(column)} ${shape?.fromJson ? 'json' : type}`
		})
		.join(', ')
}

/** A value of the payload as the column stores it. */
function sent(relation: Relation, column: string): string {
	const fromJson = relation.columns.get(column)?.shape?.fromJson
	const value = `b.${quoteIdentifier(column)}`
	return fromJson ? `${fromJson}(${value})` : value
}
