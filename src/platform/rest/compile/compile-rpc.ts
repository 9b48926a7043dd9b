import { qualifiedName, quoteIdentifier } from '#platform/pg/identifiers.ts'
import { prepared, type Query } from '#platform/pg/sql.ts'
import type { Parameter, Relation, Routine } from '#platform/rest/catalog/catalog.ts'
import type { BodyFormat } from '#platform/rest/parse/negotiate-media-type.ts'
import type { QueryLevel } from '#platform/rest/parse/query-tree.ts'
import { arrayLiteral } from './compile-condition.ts'
import { compileLevel } from './compile-level.ts'
import { csvLines, responseSettings, resultSql, wrapResult } from './compile-read.ts'
import { compileRange } from './compile-where.ts'
import { type Compiler, relationSource, returnedSource, whereClause } from './compiler.ts'

export type RpcArguments =
	/** A JSON object of named arguments, or a list that begins with it. */
	| { kind: 'json'; json: string; names: readonly string[]; isList: boolean }
	/** Named texts; a variadic parameter may repeat. */
	| { kind: 'texts'; pairs: readonly (readonly [name: string, value: string])[] }
	/** A body that goes whole into the single unnamed parameter. */
	| { kind: 'raw'; value: string | Uint8Array }

/** Compiles the call of a function. */
export function compileRpc(
	c: Compiler,
	routine: Routine,
	args: RpcArguments,
	level: QueryLevel,
	format: BodyFormat,
	countTotal: boolean,
): Query {
	const { source, call } = compileArguments(c, routine, args)
	const from = source ? `${source}, lateral ${call}` : call
	// The columns of a record are unknown before the call, so it cannot be a row source.
	const values =
		routine.type === 'record' ? `select ${call} as v${source && ` from ${source}`}` : `select f.v from ${from} as f(v)`
	const text = routine.rows
		? rowsSql(c, routine, routine.rows, from, level, format, countTotal)
		: scalarSql(c, routine, values, level, format, countTotal)
	return prepared(text, c.values)
}

function compileArguments(
	c: Compiler,
	{ schema, name, parameters }: Routine,
	args: RpcArguments,
): { source: string; call: string } {
	const target = qualifiedName({ schema, name })
	const passed = (values: (parameter: Parameter) => string | undefined) =>
		parameters
			.flatMap((parameter) => {
				const value = values(parameter)
				const name = `${parameter.variadic ? 'variadic ' : ''}${quoteIdentifier(parameter.name)}`
				return value === undefined ? [] : [`${name} => ${value}`]
			})
			.join(', ')
	if (args.kind === 'raw')
		return {
			source: '',
			call: `${target}(${c.bind(args.value)}::${parameters[0]?.type ?? 'text'})`,
		}
	if (args.kind === 'texts') {
		const list = passed((parameter) => {
			const values = args.pairs.filter(([key]) => key === parameter.name).map(([, text]) => text)
			const text = parameter.variadic && !isArray(values) ? arrayLiteral(values) : values.at(-1)
			return values.length > 0 ? `${c.bind(text)}::${parameter.type}` : undefined
		})
		return { source: '', call: `${target}(${list})` }
	}
	const names = new Set(args.names)
	if (names.size === 0) return { source: '', call: `${target}()` }
	const columns = parameters
		.filter((parameter) => names.has(parameter.name))
		.map((parameter) => `${quoteIdentifier(parameter.name)} ${parameter.type}`)
	const list = passed((parameter) => (names.has(parameter.name) ? `a.${quoteIdentifier(parameter.name)}` : undefined))
	const object = `${c.bind(args.json)}::json${args.isList ? ' -> 0' : ''}`
	return {
		source: `json_to_record(${object}) as a(${columns.join(', ')})`,
		call: `${target}(${list})`,
	}
}

/** The official client sends a variadic parameter as one array literal. */
function isArray(values: readonly string[]): boolean {
	return values.length === 1 && /^\{.*\}$/s.test(values[0] ?? '')
}

function scalarSql(
	c: Compiler,
	{ set }: Routine,
	results: string,
	level: QueryLevel,
	format: BodyFormat,
	countTotal: boolean,
): string {
	const all = set ? `coalesce(json_agg(f.v), '[]')` : `json_agg(f.v) -> 0`
	const json = format.kind === 'csv' ? valuesCsv : `(${all})::text`
	const body = format.kind === 'none' ? 'null::text' : format.handler ? format.handler('f') : json
	const range = set ? compileRange(c, level) : ''
	const cte = countTotal ? `with src as materialized (${results}) ` : ''
	const total = countTotal ? ['(select count(*)::text from src) as total'] : []
	const columns = [`count(*)::int4 as page`, `${body} as body`, ...responseSettings, ...total]
	const from = `from (${countTotal ? 'select f.v from src as f' : results}${range}) f`
	return `${cte}${wrapResult(c, format, columns, from)}`
}

/** Scalars have no column name; PostgREST uses this header. */
const valuesCsv = `'pgrst_scalar' || E'\\n' || coalesce(${csvLines('f')}, '')`

function rowsSql(
	c: Compiler,
	{ set }: Routine,
	rows: Relation,
	call: string,
	level: QueryLevel,
	format: BodyFormat,
	countTotal: boolean,
): string {
	const alias = c.alias()
	// Counting reads the rows twice; the function must run once.
	const source = countTotal ? returnedSource(alias, rows, new Set()) : relationSource(alias, rows, 0)
	const from = countTotal ? `src as ${alias}` : `${call} as ${alias}`
	const cte = countTotal ? `with src as materialized (select f.* from ${call} as f) ` : ''
	const range = set ? compileRange(c, level) : ''
	const compiled = compileLevel(c, level, from, source, [], range)
	const total = countTotal
		? [`(select count(*)::text from src as ${alias}${whereClause(compiled.where)}) as total`]
		: []
	const isAlone = !set && (format.kind === 'array' || format.kind === 'custom')
	const single: BodyFormat = isAlone ? { ...format, kind: 'object' } : format
	return `${cte}${resultSql(c, compiled, single, [...responseSettings, ...total])}`
}
