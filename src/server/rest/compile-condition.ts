import type { Comparison, Condition, Filter, Search, Test, Truth } from './ast.ts'
import { compileField, type Expression, hasField } from './compile-field.ts'
import type { Compiler, Source } from './compiler.ts'
import { impliedBound } from './implied-bound.ts'
import { RestProblem } from './problem.ts'

const operators: Record<Exclude<Comparison, 'isdistinct'>, string> = {
	eq: '=',
	neq: '<>',
	gt: '>',
	gte: '>=',
	lt: '<',
	lte: '<=',
	like: 'like',
	ilike: 'ilike',
	match: '~',
	imatch: '~*',
	cs: '@>',
	cd: '<@',
	ov: '&&',
	sl: '<<',
	sr: '>>',
	nxr: '&<',
	nxl: '&>',
	adj: '-|-',
}
const searchFunctions: Record<Search, string> = {
	fts: 'to_tsquery',
	plfts: 'plainto_tsquery',
	phfts: 'phraseto_tsquery',
	wfts: 'websearch_to_tsquery',
}
const truthSql: Record<Truth, string> = {
	null: 'is null',
	not_null: 'is not null',
	true: 'is true',
	false: 'is false',
	unknown: 'is unknown',
}

/** Compiles an existence test for an embed of this name; undefined when there is none. */
export type EmbedTest = (name: string) => (() => string) | undefined

/** A filter or a group of them. */
export function compileCondition(
	c: Compiler,
	source: Source,
	condition: Condition,
	embedTest: EmbedTest,
): string {
	if (condition.kind === 'filter') return compileFilter(c, source, condition, embedTest)
	const parts = condition.conditions.map((part) => compileCondition(c, source, part, embedTest))
	const group = `(${parts.join(` ${condition.kind} `)})`
	const bound = impliedBound(condition)
	if (!bound) return negate(condition.negated, group)
	return `(${compileFilter(c, source, bound, embedTest)} and ${group})`
}

function compileFilter(c: Compiler, source: Source, filter: Filter, embedTest: EmbedTest): string {
	const { field, test, negated } = filter
	const exists = field.path.length === 0 ? embedTest(field.name) : undefined
	if (exists) {
		const truth = test.op === 'is' ? test.truth : undefined
		if (truth === 'null') return negate(!negated, exists())
		if (truth === 'not_null') return negate(negated, exists())
		if (!hasField(source, field.name))
			throw new RestProblem(
				400,
				'PGRST120',
				`Bad operator on the '${field.name}' embedded resource`,
				{ details: 'Only is null or not is null filters are allowed on embedded resources' },
			)
	}
	return negate(negated, compileTest(c, compileField(c, source, field), test))
}

function negate(negated: boolean, sql: string): string {
	return negated ? `not (${sql})` : sql
}

function compileTest(c: Compiler, left: Expression, test: Test): string {
	switch (test.op) {
		case 'is':
			return `${left.sql} ${truthSql[test.truth]}`
		case 'in':
			return `${left.sql} = any(${boundList(c, left, arrayLiteral(test.values))})`
		case 'isdistinct':
			return `${left.sql} is distinct from ${boundValue(c, left, test.value)}`
		case 'fts':
		case 'plfts':
		case 'phfts':
		case 'wfts':
			return compileSearch(c, left, test)
		default: {
			const patterned = test.op === 'like' || test.op === 'ilike'
			const text = patterned ? test.value.replaceAll('*', '%') : test.value
			const right = test.quantifier
				? `${test.quantifier}(${boundList(c, left, text)})`
				: boundValue(c, left, text)
			return `${left.sql} ${operators[test.op]} ${right}`
		}
	}
}

/** What a caller wrote, as the column stores it. */
function boundValue(c: Compiler, { shape }: Expression, text: string): string {
	return shape?.fromText ? `${shape.fromText}(${c.bind(text)}::text)` : c.bind(text)
}

function boundList(c: Compiler, { shape }: Expression, literal: string): string {
	if (!shape?.fromText) return c.bind(literal)
	return `array(select ${shape.fromText}(v) from unnest(${c.bind(literal)}::text[]) v)`
}

function compileSearch(
	c: Compiler,
	left: Expression,
	{ op, value, config }: { op: Search; value: string; config?: string },
): string {
	const literal = config === undefined ? undefined : c.catalog.searchConfigs.get(config)
	if (config !== undefined && literal === undefined)
		throw new RestProblem(400, '42704', `text search configuration "${config}" does not exist`)
	const chosen = literal === undefined ? '' : `${literal}::regconfig, `
	const vector = left.base === 'tsvector' ? left.sql : `to_tsvector(${chosen}${left.sql})`
	return `${vector} @@ ${searchFunctions[op]}(${chosen}${c.bind(value)})`
}

/** A PostgreSQL array literal; every element is quoted, so that NULL, commas and braces are plain text. */
export function arrayLiteral(values: readonly string[]): string {
	return `{${values.map((value) => `"${value.replace(/[\\"]/g, '\\$&')}"`).join(',')}}`
}
