import { qualifiedName, quoteIdentifier, quoteLiteral } from '#platform/pg/identifiers.ts'
import type { Relation } from '#platform/rest/catalog/catalog.ts'
import { RestError } from '#platform/rest/errors.ts'
import type { Filter } from '#platform/rest/parse/ast.ts'
import type { Payload } from '#platform/rest/parse/parse-payload.ts'
import type { QueryLevel } from '#platform/rest/parse/query-tree.ts'
import { undefinedColumnError } from './compile-field.ts'
import { adjustInsertedCount, compileWriteFilters, type WriteStatement } from './compile-write.ts'
import { type Compiler, whereClause } from './compiler.ts'

export type Resolution = 'merge-duplicates' | 'ignore-duplicates' | undefined

export type InsertOptions = {
	resolution: Resolution
	/** Columns of the conflict target; the primary key by default. */
	onConflict: readonly string[] | undefined
	/** Absent keys take the column's default instead of null. */
	missingDefault: boolean
	/** Values that rows of the payload must have: the key of a PUT. */
	match: readonly { column: string; value: string }[]
}

/**
 * `insert into … select … from json_to_recordset($1)`.
 * @throws RestError PGRST204 for a column that the relation does not have
 */
export function compileInsert(
	c: Compiler,
	relation: Relation,
	payload: Payload,
	options: InsertOptions,
): WriteStatement {
	const alias = c.alias()
	const columns = knownColumns(relation, payload.columns)
	const conflict = conflictSql(relation, columns, options)
	const countsInserted = conflict.includes('do update')
	const where = options.match.map(({ column, value }) => `b.${quoteIdentifier(column)} = ${c.bind(value)}`)
	if (countsInserted) where.push(adjustInsertedCount('+ 1'))
	const list = columns.map(quoteIdentifier).join(', ')
	const rows = `${rowsSql(c, relation, payload, columns, options)}${whereClause(where)}`
	const target = `insert into ${qualifiedName(relation)} as ${alias}${list && ` (${list})`}`
	return { sql: `${target} ${rows}${conflict}`, alias, countsInserted }
}

/** `update … set … from json_to_record($1)`, with the filters of the root. */
export function compileUpdate(
	c: Compiler,
	level: QueryLevel,
	relation: Relation,
	payload: Payload,
	missingDefault: boolean,
): WriteStatement {
	const alias = c.alias()
	const columns = knownColumns(relation, payload.columns)
	// The first of several objects counts.
	const object = `(${c.bind(payload.json)}::json -> 0)`
	const set = columns
		.map((column) => {
			const value = payloadValue(relation, column)
			const isPartial = missingDefault && payload.incompleteColumns.has(column)
			return `${quoteIdentifier(column)} = ${isPartial ? valueOrDefault(relation, column, object, value) : value}`
		})
		.join(', ')
	const from = `json_to_record${object} as b(${columnDefinitions(relation, columns)})`
	const where = compileWriteFilters(c, level, relation, alias)
	const sql = `update ${qualifiedName(relation)} as ${alias} set ${set} from ${from}${where}`
	return { sql, alias, countsInserted: false }
}

/** `delete from …`, with the filters of the root. */
export function compileDelete(c: Compiler, level: QueryLevel, relation: Relation): WriteStatement {
	const alias = c.alias()
	const where = compileWriteFilters(c, level, relation, alias)
	return {
		sql: `delete from ${qualifiedName(relation)} as ${alias}${where}`,
		alias,
		countsInserted: false,
	}
}

function rowsSql(
	c: Compiler,
	relation: Relation,
	{ json, incompleteColumns: partial }: Payload,
	columns: readonly string[],
	{ missingDefault }: InsertOptions,
): string {
	const value = `${c.bind(json)}::json`
	if (columns.length === 0) return `select from json_array_elements(${value})`
	const names = columns.map((column) => payloadValue(relation, column))
	if (!missingDefault || partial.size === 0)
		return `select ${names.join(', ')} from json_to_recordset(${value}) as b(${columnDefinitions(relation, columns)})`
	const values = columns.map((column) => {
		const own = payloadValue(relation, column)
		return partial.has(column) ? valueOrDefault(relation, column, 'e.j', own) : own
	})
	return `select ${values.join(', ')} from json_array_elements(${value}) as e(j), lateral json_to_record(e.j) as b(${columnDefinitions(relation, columns)})`
}

/** A value, or the column's default when the object has no such key. */
function valueOrDefault(relation: Relation, column: string, object: string, value: string): string {
	const fallback = relation.columns.get(column)?.defaultSql
	return fallback ? `case when ${object} -> ${quoteLiteral(column)} is null then ${fallback} else ${value} end` : value
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
			throw undefinedColumnError(relation.name, column, relation.columns.keys(), `"${column}"`)
	const on = ` on conflict (${arbiters.map(quoteIdentifier).join(', ')})`
	if (resolution === 'ignore-duplicates' || columns.length === 0) return `${on} do nothing`
	const set = columns.map((column) => `${quoteIdentifier(column)} = excluded.${quoteIdentifier(column)}`).join(', ')
	return `${on} do update set ${set} where ${adjustInsertedCount('- 1')}`
}

function knownColumns(relation: Relation, columns: readonly string[]): readonly string[] {
	const unknown = columns.find((column) => !relation.columns.has(column))
	if (unknown === undefined) return columns
	const message = `Could not find the '${unknown}' column of '${relation.name}' in the schema cache`
	throw new RestError(400, 'PGRST204', message)
}

function columnDefinitions(relation: Relation, columns: readonly string[]): string {
	return columns
		.map((column) => {
			const { type = 'text', representation } = relation.columns.get(column) ?? {}
			return `${quoteIdentifier(column)} ${representation?.fromJson ? 'json' : type}`
		})
		.join(', ')
}

/** A value of the payload, converted to the column's domain. */
function payloadValue(relation: Relation, column: string): string {
	const fromJson = relation.columns.get(column)?.representation?.fromJson
	const value = `b.${quoteIdentifier(column)}`
	return fromJson ? `${fromJson}(${value})` : value
}

const rangeMessage = 'limit/offset querystring parameters are not allowed for PUT'
const filtersMessage = "Filters must include all and only primary key columns with 'eq' operators"

/**
 * Checks a PUT: its filters must be exactly the primary key, without a range. Objects with another key are ignored.
 * @throws RestError PGRST105, PGRST114 or PGRST115
 */
export function readPutOptions(
	{ conditions, limit, offset }: QueryLevel,
	{ primaryKey }: Relation,
	payload: Payload,
): Pick<InsertOptions, 'resolution' | 'onConflict' | 'match'> {
	if (limit !== undefined || offset !== undefined) throw new RestError(400, 'PGRST114', rangeMessage)
	const match = conditions.flatMap((condition) => {
		const value = condition.kind === 'filter' ? keyValue(condition) : undefined
		return value ? [value] : []
	})
	const isKey =
		primaryKey.length > 0 &&
		match.length === conditions.length &&
		match.length === primaryKey.length &&
		primaryKey.every((column) => match.some((filter) => filter.column === column))
	if (!isKey) throw new RestError(405, 'PGRST105', filtersMessage)
	if (!primaryKey.every((column) => payload.columns.includes(column))) throw keyMismatchError()
	return { resolution: 'merge-duplicates', onConflict: primaryKey, match }
}

/** PGRST115: the body of a PUT has another key than its filters. */
export function keyMismatchError(): RestError {
	return new RestError(400, 'PGRST115', 'Payload values do not match URL in primary key column(s)')
}

function keyValue({ negated, field, test }: Filter) {
	if (negated || field.path.length > 0 || test.op !== 'eq' || test.quantifier) return undefined
	return { column: field.name, value: test.value }
}
