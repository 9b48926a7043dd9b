import { RestError } from '#platform/rest/errors.ts'
import {
	type Condition,
	comparisons,
	type Filter,
	type Group,
	type Operation,
	type Search,
	searches,
	type Truth,
} from '#platform/rest/parse/ast.ts'
import { compileField, type Expression, hasField } from './compile-field.ts'
import type { Compiler, Source } from './compiler.ts'

const truthSql: Record<Truth, string> = {
	null: 'is null',
	not_null: 'is not null',
	true: 'is true',
	false: 'is false',
	unknown: 'is unknown',
}

/** Compiles the existence of an embed of this name; undefined when there is none. */
export type EmbedTest = (name: string) => (() => string) | undefined

export function compileCondition(c: Compiler, source: Source, condition: Condition, embedTest: EmbedTest): string {
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
			throw new RestError(400, 'PGRST120', `Bad operator on the '${field.name}' embedded resource`, {
				details: 'Only is null or not is null filters are allowed on embedded resources',
			})
	}
	return negate(negated, compileTest(c, compileField(c, source, field), test))
}

function negate(negated: boolean, sql: string): string {
	return negated ? `not (${sql})` : sql
}

function compileTest(c: Compiler, left: Expression, test: Operation): string {
	switch (test.op) {
		case 'is':
			return `${left.sql} ${truthSql[test.truth]}`
		case 'in':
			return `${left.sql} = any(${boundList(c, left, arrayLiteral(test.values))})`
		case 'fts':
		case 'plfts':
		case 'phfts':
		case 'wfts':
			return compileSearch(c, left, test)
		default: {
			const patterned = test.op === 'like' || test.op === 'ilike'
			const text = patterned ? test.value.replaceAll('*', '%') : test.value
			const right = test.quantifier ? `${test.quantifier}(${boundList(c, left, text)})` : boundValue(c, left, text)
			return `${left.sql} ${comparisons[test.op]} ${right}`
		}
	}
}

/** Binds a value, converted to the column's domain. */
function boundValue(c: Compiler, { representation }: Expression, text: string): string {
	return representation?.fromText ? `${representation.fromText}(${c.bind(text)}::text)` : c.bind(text)
}

function boundList(c: Compiler, { representation }: Expression, literal: string): string {
	if (!representation?.fromText) return c.bind(literal)
	return `array(select ${representation.fromText}(v) from unnest(${c.bind(literal)}::text[]) v)`
}

function compileSearch(
	c: Compiler,
	left: Expression,
	{ op, value, config }: { op: Search; value: string; config?: string | undefined },
): string {
	const literal = config === undefined ? undefined : c.catalog.searchConfigs.get(config)
	if (config !== undefined && literal === undefined)
		throw new RestError(400, '42704', `text search configuration "${config}" does not exist`)
	const chosen = literal === undefined ? '' : `${literal}::regconfig, `
	const vector = left.base === 'tsvector' ? left.sql : `to_tsvector(${chosen}${left.sql})`
	return `${vector} @@ ${searches[op]}(${chosen}${c.bind(value)})`
}

/** A PostgreSQL array literal. Every element is quoted, so that NULL, commas and braces are text. */
export function arrayLiteral(values: readonly string[]): string {
	return `{${values.map((value) => `"${value.replace(/[\\"]/g, '\\$&')}"`).join(',')}}`
}

const below = ['lt', 'lte', 'eq']
const above = ['gt', 'gte', 'eq']

/**
 * The bound that all branches of an `or` imply, for keyset pagination: no index serves `a < x or (a = x and …)`, but one
 * serves the implied `a <= x`. The bound does not change the result.
 */
export function impliedBound(group: Group): Filter | undefined {
	if (group.kind !== 'or' || group.negated) return undefined
	const [first, ...others] = group.conditions.map(filtersOf)
	if (!first || others.length === 0) return undefined
	for (const filter of first)
		for (const [operators, op] of [
			[below, 'lte'],
			[above, 'gte'],
		] as const) {
			const { test } = filter
			if (!('value' in test) || !isBound(filter, filter, operators)) continue
			const shared = others.map((filters) => filters.find((other) => isBound(other, filter, operators)))
			const all = [filter, ...shared]
			// With `eq` in every branch, PostgreSQL uses an index itself.
			if (all.every((filter) => filter !== undefined) && all.some((filter) => filter?.test.op !== 'eq'))
				return { ...filter, test: { op, value: test.value } }
		}
	return undefined
}

/** Filters that a branch implies. */
function filtersOf(branch: Condition): readonly Filter[] {
	if (branch.kind === 'filter') return [branch]
	if (branch.kind === 'or' || branch.negated) return []
	return branch.conditions.filter((condition) => condition.kind === 'filter')
}

/** True when a filter compares the column of `like` with the same value by one of the operators. */
function isBound({ negated, field, test }: Filter, like: Filter, operators: readonly string[]) {
	if (negated || !operators.includes(test.op) || !('value' in test) || !('value' in like.test)) return false
	if ('quantifier' in test && test.quantifier) return false
	return (
		test.value === like.test.value &&
		field.name === like.field.name &&
		field.path.length === 0 &&
		like.field.path.length === 0
	)
}
