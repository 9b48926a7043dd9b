import { prepared, type Query } from '#server/pg/sql.ts'
import type { Parameter, Relation, Routine } from './catalog.ts'
import { arrayLiteral } from './compile-condition.ts'
import { compileLevel } from './compile-level.ts'
import { answerOf, answerSql, type BodyForm, csvLines, outcome } from './compile-read.ts'
import { compileRange } from './compile-where.ts'
import { type Compiler, relationSource, returnedSource, type Source } from './compiler.ts'
import { qualified, quoteIdentifier } from './identifier.ts'
import type { Level } from './query-tree.ts'

/** The arguments as they came. */
export type Arguments =
	/** A JSON object of named arguments, or a list that begins with it. */
	| { kind: 'json'; json: string; names: readonly string[]; isList: boolean }
	/** Named texts; a variadic parameter may be repeated. */
	| { kind: 'texts'; pairs: readonly (readonly [name: string, value: string])[] }
	/** A body that goes whole into the single unnamed parameter. */
	| { kind: 'raw'; value: string | Uint8Array }

/** Compiles the call of a function and the shaping of its result. */
export function compileCall(
	c: Compiler,
	routine: Routine,
	given: Arguments,
	level: Level,
	form: BodyForm,
	counted: boolean,
): Query {
	const { source, call } = compileArguments(c, routine, given)
	const from = source ? `${source}, lateral ${call}` : call
	// What a record holds is known when it is there: it is no row source, but a value.
	const values =
		routine.type === 'record'
			? `select ${call} as v${source && ` from ${source}`}`
			: `select f.v from ${from} as f(v)`
	const text = routine.rows
		? rowsSql(c, routine, routine.rows, from, level, form, counted)
		: scalarSql(c, routine, values, level, form, counted)
	return prepared(text, c.values)
}

function compileArguments(
	c: Compiler,
	{ schema, name, parameters }: Routine,
	given: Arguments,
): { source: string; call: string } {
	const target = qualified({ schema, name })
	const passed = (values: (parameter: Parameter) => string | undefined) =>
		parameters
			.map((parameter) => ({ parameter, value: values(parameter) }))
			.filter(({ value }) => value !== undefined)
			.map(({ parameter, value }) => {
				const variadic = parameter.variadic ? 'variadic ' : ''
				return `${variadic}${quoteIdentifier(parameter.name)} => ${value}`
			})
			.join(', ')
	if (given.kind === 'raw')
		return {
			source: '',
			call: `${target}(${c.bind(given.value)}::${parameters[0]?.type ?? 'text'})`,
		}
	if (given.kind === 'texts') {
		const list = passed((parameter) => {
			const values = given.pairs.filter(([key]) => key === parameter.name).map(([, text]) => text)
			const text = parameter.variadic && !isArray(values) ? arrayLiteral(values) : values.at(-1)
			return values.length > 0 ? `${c.bind(text)}::${parameter.type}` : undefined
		})
		return { source: '', call: `${target}(${list})` }
	}
	const names = new Set(given.names)
	if (names.size === 0) return { source: '', call: `${target}()` }
	const columns = parameters
		.filter((parameter) => names.has(parameter.name))
		.map((parameter) => `${quoteIdentifier(parameter.name)} ${parameter.type}`)
	const list = passed((parameter) =>
		names.has(parameter.name) ? `a.${quoteIdentifier(parameter.name)}` : undefined,
	)
	const object = `${c.bind(given.json)}::json${given.isList ? ' -> 0' : ''}`
	return {
		source: `json_to_record(${object}) as a(${columns.join(', ')})`,
		call: `${target}(${list})`,
	}
}

/** One value that is written as an array already, as the official client does. */
function isArray(values: readonly string[]): boolean {
	return values.length === 1 && /^\{.*\}$/s.test(values[0] ?? '')
}

function scalarSql(
	c: Compiler,
	{ set }: Routine,
	results: string,
	level: Level,
	form: BodyForm,
	counted: boolean,
): string {
	const all = set ? `coalesce(json_agg(f.v), '[]')` : `json_agg(f.v) -> 0`
	const json = form.kind === 'csv' ? valuesCsv : `(${all})::text`
	const body = form.kind === 'none' ? 'null::text' : form.maker ? form.maker('f') : json
	const range = set ? compileRange(c, level) : ''
	const kept = counted ? `with src as materialized (${results}) ` : ''
	const total = counted ? ['(select count(*)::text from src) as total'] : []
	const columns = [`count(*)::int4 as page`, `${body} as body`, ...outcome, ...total]
	const from = `from (${counted ? 'select f.v from src as f' : results}${range}) f`
	return `${kept}${answerOf(c, form, columns, from)}`
}

/** Values have no column; the heading is PostgREST's. */
const valuesCsv = `'pgrst_scalar' || E'\\n' || coalesce(${csvLines('f')}, '')`

function rowsSql(
	c: Compiler,
	{ set }: Routine,
	rows: Relation,
	call: string,
	level: Level,
	form: BodyForm,
	counted: boolean,
): string {
	const alias = c.alias()
	// Counting reads the rows a second time; the function must still run once.
	const source = counted ? keptSource(alias, rows) : relationSource(alias, rows, 0)
	const from = counted ? `src as ${alias}` : `${call} as ${alias}`
	const kept = counted ? `with src as materialized (select f.* from ${call} as f) ` : ''
	const range = set ? compileRange(c, level) : ''
	const compiled = compileLevel(c, level, from, source, [], range)
	const total = counted
		? [
				`(select count(*)::text from src as ${alias}${compiled.where.length > 0 ? ` where ${compiled.where.join(' and ')}` : ''}) as total`,
			]
		: []
	const isAlone = !set && (form.kind === 'array' || form.kind === 'custom')
	const single: BodyForm = isAlone ? { ...form, kind: 'object' } : form
	return `${kept}${answerSql(c, compiled, single, [...outcome, ...total])}`
}

function keptSource(alias: string, rows: Relation): Source {
	return returnedSource(alias, rows, new Set())
}
