import { qualifiedName } from '#platform/pg/identifiers.ts'
import { prepared, type Query } from '#platform/pg/sql.ts'
import type { Relation } from '#platform/rest/catalog/catalog.ts'
import { csvLine } from '#platform/rest/parse/csv.ts'
import type { BodyFormat } from '#platform/rest/parse/negotiate-media-type.ts'
import type { QueryLevel } from '#platform/rest/parse/query-tree.ts'
import { compileLevel } from './compile-level.ts'
import { type CompiledLevel, isGrouped, namedList, plainList, renderOutputs, selectSql } from './compile-output.ts'
import { compileRange } from './compile-where.ts'
import { type Compiler, relationSource } from './compiler.ts'

export type CountKind = 'exact' | 'planned' | 'estimated' | undefined

/** The one row of every statement. The body is ready to send. */
export type ResultRow = {
	/** Rows in the body, or affected. */
	page: number
	body: string | Uint8Array | null
	/** Rows without limit and offset, when they were counted. */
	total?: string | null
	/** JSON of `response.headers`. */
	headers?: string | null
	status?: string | null
	/** Rows that a write inserted, when it may also have updated. */
	inserted?: string | null
	/** Values of the primary key of the first row written, as texts. */
	location?: string[] | null
}

/** Settings in which functions can set headers and status. */
export const responseSettings: readonly string[] = [
	"nullif(current_setting('response.headers', true), '') as headers",
	"nullif(current_setting('response.status', true), '') as status",
]

/** Compiles GET and HEAD of a relation. */
export function compileRead(
	c: Compiler,
	level: QueryLevel,
	relation: Relation,
	format: BodyFormat,
	count: CountKind,
): Query {
	const compiled = compileRoot(c, level, relation, compileRange(c, level))
	const total = totalSql(c, compiled, count)
	const more = [...(total ? [`${total} as total`] : []), ...(isPlainTable(level, relation) ? [] : responseSettings)]
	return prepared(resultSql(c, compiled, format, more), c.values)
}

function compileRoot(c: Compiler, level: QueryLevel, relation: Relation, range: string): CompiledLevel {
	const alias = c.alias()
	const source = relationSource(alias, relation, 0)
	return compileLevel(c, level, `${qualifiedName(relation)} as ${alias}`, source, [], range)
}

/** True when no function of the operator can run, which could set the response. */
function isPlainTable({ embeds }: QueryLevel, { isView, computed }: Relation): boolean {
	return !isView && computed.size === 0 && embeds.length === 0
}

/** Compiles the outer select: number of rows, body, and further columns. */
export function resultSql(c: Compiler, compiled: CompiledLevel, format: BodyFormat, more: readonly string[]): string {
	const rows = c.alias('r')
	const { list, body } = bodyOf(c, compiled, format, rows)
	const columns = ['count(*)::int4 as page', `${body} as body`, ...more]
	return wrapResult(c, format, columns, `from (${selectSql(compiled, list)}) ${rows}`)
}

/**
 * Makes a statement fail, and undo its writes, when its body is too long for the memory: `repeat` raises 54000 before it
 * allocates. The size of custom bodies, which may be bytes, is not limited.
 * @param columns each ends in its name
 */
export function wrapResult(c: Compiler, format: BodyFormat, columns: readonly string[], from: string): string {
	const inner = `select ${columns.join(', ')} ${from}`
	if (format.kind === 'none' || format.handler || format.isPlanned) return inner
	const alias = c.alias('a')
	const body = `${alias}.body`
	const bounded = `case when octet_length(${body}) > ${c.limits.maxAnswerBytes} then repeat(${body}, 2147483647) else ${body} end as body`
	const names = columns.map((column) => column.slice(column.lastIndexOf(' ') + 1))
	const list = names.map((name) => (name === 'body' ? bounded : `${alias}.${name}`))
	return `select ${list.join(', ')} from (${inner}) ${alias}`
}

/** PostgreSQL's message for that error. */
export const tooLongMessage = 'requested length too large'

function bodyOf(
	c: Compiler,
	compiled: CompiledLevel,
	format: BodyFormat,
	rows: string,
): { list: string; body: string } {
	if (format.kind === 'none') return { list: plainList(compiled), body: 'null::text' }
	if (format.handler) return { list: namedList(compiled), body: format.handler(rows) }
	if (format.kind === 'csv') {
		const header = c.bind(`${csvLine(compiled.outputs.map(({ key }) => key))}\n`)
		return { list: plainList(compiled), body: `${header}::text || coalesce(${csvLines(rows)}, '')` }
	}
	const { list, object } = renderOutputs(c, compiled)
	const strip = (json: string) => (format.stripNulls ? `json_strip_nulls(${json})` : json)
	const all = `json_agg(${object(rows)})`
	const json = format.kind === 'object' ? `coalesce(${all} -> 0, 'null')` : `coalesce(${all}, '[]')`
	return { list, body: `${strip(json)}::text` }
}

/** The rows of an alias as CSV lines: the text of a row is a CSV line in parentheses. */
export function csvLines(rows: string): string {
	const line = `(${rows}.*)::text`
	return `string_agg(substring(${line}, 2, length(${line}) - 2), E'\\n')`
}

function totalSql(c: Compiler, compiled: CompiledLevel, count: CountKind): string | undefined {
	if (count !== 'exact' && count !== 'estimated') return undefined
	// Above `maxRows` the estimate is used: counting stops there.
	const range = count === 'estimated' ? ` limit ${c.limits.maxRows + 1}` : ''
	// A level with aggregates needs one in its select list, or it has no groups.
	const list = isGrouped(compiled.outputs) ? 'count(*)' : ''
	return `(select count(*)::text from (${selectSql({ ...compiled, order: '', range }, list)}) c)`
}

/** Compiles the planner's estimate for planned and estimated totals. */
export function compileExplain(c: Compiler, level: QueryLevel, relation: Relation): Query {
	const compiled = compileRoot(c, { ...level, items: [], order: [] }, relation, '')
	return { text: `explain (format json) ${selectSql(compiled, '')}`, values: c.values }
}
