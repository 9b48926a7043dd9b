import { prepared, type Query } from '#server/pg/sql.ts'
import { boundedAnswer } from './bounded-answer.ts'
import type { Relation } from './catalog.ts'
import { compileLevel, selectSql } from './compile-level.ts'
import { type CompiledLevel, namedList, plainList, renderOutputs } from './compile-output.ts'
import { compileRange } from './compile-where.ts'
import { type Compiler, relationSource } from './compiler.ts'
import { csvLine } from './csv.ts'
import { qualified } from './identifier.ts'
import type { Level } from './query-tree.ts'

/** What the body of an answer is made of; `none` counts rows only, `custom` leaves it to a function of the database. */
export type BodyForm = {
	kind: 'array' | 'object' | 'csv' | 'none' | 'custom'
	stripNulls: boolean
	/** Of a custom form: how the rows become a body. */
	maker?: Maker
	/** Only the plan is shown, so nothing bounds the body. */
	isPlanned?: boolean
}

/** Turns rows into the body of a media type of the operator's; the database has it (`media-makers.ts`). */
export type Maker = (rows: string) => string

export type CountKind = 'exact' | 'planned' | 'estimated' | undefined

/** The one row that every read, write and call yields. Counts are integers, the body is ready to send. */
export type Answer = {
	/** Rows in the body, or affected. */
	page: number
	body: string | Uint8Array | null
	/** Rows without limit and offset, when they were counted. */
	total?: string | null
	/** What the database says of the response, where it was asked. */
	headers?: string | null
	status?: string | null
	/** Rows that a write inserted, when it may also have updated. */
	inserted?: string | null
	/** Values of the primary key of the first row written, as texts. */
	location?: string[] | null
}

/** What functions may have said of the response. */
export const outcome: readonly string[] = [
	"nullif(current_setting('response.headers', true), '') as headers",
	"nullif(current_setting('response.status', true), '') as status",
]

/** Compiles GET and HEAD of a relation. */
export function compileRead(
	c: Compiler,
	level: Level,
	relation: Relation,
	form: BodyForm,
	count: CountKind,
): Query {
	const alias = c.alias()
	const from = `${qualified(relation)} as ${alias}`
	const source = relationSource(alias, relation, 0)
	const compiled = compileLevel(c, level, from, source, [], compileRange(c, level))
	const total = totalSql(c, compiled, count)
	const more = [
		...(total ? [`${total} as total`] : []),
		...(isPlain(level, relation) ? [] : outcome),
	]
	return prepared(answerSql(c, compiled, form, more), c.values)
}

/** Rows of a table alone: no function of the operator's runs that could shape the response. */
function isPlain({ embeds }: Level, { isView, computed }: Relation): boolean {
	return !isView && computed.size === 0 && embeds.length === 0
}

/** The outer select: how many rows, the body, and what else is asked for. */
export function answerSql(
	c: Compiler,
	compiled: CompiledLevel,
	form: BodyForm,
	more: readonly string[],
): string {
	const rows = c.alias('r')
	const { list, body } = bodyOf(c, compiled, form, rows)
	const columns = ['count(*)::int4 as page', `${body} as body`, ...more]
	return answerOf(c, form, columns, `from (${selectSql(compiled, list)}) ${rows}`)
}

/** A body of the operator's own may be bytes, and is as long as they let it be. */
export function answerOf(
	c: Compiler,
	form: BodyForm,
	columns: readonly string[],
	from: string,
): string {
	if (form.kind === 'none' || form.maker || form.isPlanned)
		return `select ${columns.join(', ')} ${from}`
	return boundedAnswer(c, columns, from)
}

function bodyOf(
	c: Compiler,
	compiled: CompiledLevel,
	form: BodyForm,
	rows: string,
): { list: string; body: string } {
	if (form.kind === 'none') return { list: plainList(compiled), body: 'null::text' }
	if (form.maker) return { list: namedList(compiled), body: form.maker(rows) }
	if (form.kind === 'csv') {
		const header = c.bind(`${csvLine(compiled.outputs.map(({ key }) => key))}\n`)
		return { list: plainList(compiled), body: `${header}::text || coalesce(${csvLines(rows)}, '')` }
	}
	const { list, object } = renderOutputs(c, compiled.outputs, compiled.star)
	const strip = (json: string) => (form.stripNulls ? `json_strip_nulls(${json})` : json)
	const all = `json_agg(${object(rows)})`
	const json = form.kind === 'object' ? `coalesce(${all} -> 0, 'null')` : `coalesce(${all}, '[]')`
	return { list, body: `${strip(json)}::text` }
}

/** The rows of an alias as the lines of a CSV file: PostgreSQL writes a row like one, in parentheses. */
export function csvLines(rows: string): string {
	const line = `(${rows}.*)::text`
	return `string_agg(substring(${line}, 2, length(${line}) - 2), E'\\n')`
}

function totalSql(c: Compiler, compiled: CompiledLevel, count: CountKind): string | undefined {
	if (count !== 'exact' && count !== 'estimated') return undefined
	// Above the ceiling an estimate is enough: counting stops one row after it.
	const range = count === 'estimated' ? ` limit ${c.limits.maxRows + 1}` : ''
	const counted = selectSql({ ...compiled, order: '', range }, countedList(compiled))
	return `(select count(*)::text from (${counted}) c)`
}

/** An aggregated level needs its aggregates to have groups at all. */
function countedList({ outputs }: CompiledLevel): string {
	const [aggregated] = outputs.filter(({ aggregate }) => aggregate)
	return aggregated ? 'count(*)' : ''
}

/** The planner's view of the same rows, for planned and estimated totals. */
export function compileExplain(c: Compiler, level: Level, relation: Relation): Query {
	const alias = c.alias()
	const from = `${qualified(relation)} as ${alias}`
	const source = relationSource(alias, relation, 0)
	const bare = { ...level, items: [], order: [] }
	const compiled = compileLevel(c, bare, from, source, [], '')
	return { text: `explain (format json) ${selectSql(compiled, '')}`, values: c.values }
}
