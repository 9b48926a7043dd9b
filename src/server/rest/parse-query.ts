import type { Condition, FieldRef, OrderTerm, Path, RestQuery, SelectItem } from './ast.ts'
import { parseFilter, parseGroup } from './parse-condition.ts'
import { parseJsonPath } from './parse-json-path.ts'
import { parseOrder } from './parse-order.ts'
import { parseNames, parseSelect } from './parse-select.ts'
import { operation } from './parse-test.ts'
import { badRange, RestProblem, unparsable } from './problem.ts'
import { Scanner } from './scanner.ts'

/** Longest query string, in characters, that is looked at. */
export const maxQueryLength = 65_536
const maxKeys = 500
const maxDepth = 12

type Draft = {
	select: readonly SelectItem[]
	conditions: { path: Path; condition: Condition }[]
	orders: { path: Path; terms: readonly OrderTerm[] }[]
	limits: { path: Path; limit?: number; offset?: number }[]
	columns?: readonly string[]
	onConflict?: readonly string[]
	arguments: [string, string][]
}

/**
 * Parses a whole query string.
 * @param isArgument decides for a root key whether it is a function's argument instead of a filter
 * @throws RestProblem PGRST100 or PGRST103
 */
export function parseQuery(
	search: string,
	isArgument: (key: string, value: string) => boolean = () => false,
): RestQuery {
	if (search.length > maxQueryLength)
		throw new RestProblem(414, 'PGRST100', 'The query string is too long', {
			details: `It may have ${maxQueryLength} characters.`,
		})
	const draft: Draft = {
		select: [{ kind: 'star' }],
		conditions: [],
		orders: [],
		limits: [],
		arguments: [],
	}
	let keys = 0
	for (const [key, value] of new URLSearchParams(search)) {
		if (keys++ > maxKeys) throw unparsable('query', 1, `more than ${maxKeys} keys`)
		readKey(draft, key, value, isArgument)
	}
	return draft
}

function readKey(
	draft: Draft,
	key: string,
	value: string,
	isArgument: (key: string, value: string) => boolean,
): void {
	// The key may travel in the URL where headers cannot be set; it is the gateway's.
	if (key === 'apikey' && !startsLikeFilter(value)) return
	if (key === 'select') draft.select = parseSelect(value)
	else if (key === 'columns') draft.columns = parseNames(value, 'columns parameter')
	else if (key === 'on_conflict') draft.onConflict = parseNames(value, 'on_conflict parameter')
	else if (!isReserved(key) && isArgument(key, value)) draft.arguments.push([key, value])
	else readAddressed(draft, key, value)
}

function isReserved(key: string): boolean {
	return ['order', 'limit', 'offset', 'and', 'or'].includes(key.slice(key.lastIndexOf('.') + 1))
}

/** Keys that may carry a path of embeds before their last piece. */
function readAddressed(draft: Draft, key: string, value: string): void {
	const { path, field, quoted } = parseKey(key)
	// Quotes make a column of a reserved word.
	const word = field.path.length === 0 && !quoted ? field.name : ''
	if (word === 'order') draft.orders.push({ path, terms: value === '' ? [] : parseOrder(value) })
	else if (word === 'limit') draft.limits.push({ path, limit: parseCount(value, 'limit', path) })
	else if (word === 'offset') draft.limits.push({ path, offset: parseCount(value, 'offset', path) })
	else if (word === 'and' || word === 'or') {
		const negated = path.at(-1) === 'not'
		const condition = parseGroup(word, negated, value)
		draft.conditions.push({ path: negated ? path.slice(0, -1) : path, condition })
	} else draft.conditions.push({ path, condition: parseFilter(field, value) })
}

function parseKey(key: string): { path: Path; field: FieldRef; quoted: boolean } {
	const s = new Scanner(key, 'tree path')
	let quoted = s.sees('"')
	const names = [s.name()]
	while (s.take('.')) {
		if (names.length > maxDepth) s.fail(`a path deeper than ${maxDepth}`)
		quoted = s.sees('"')
		names.push(s.name())
	}
	const path = parseJsonPath(s)
	s.end('delimiter (.), "->", "->>" or end of input')
	return { path: names.slice(0, -1), field: { name: names.at(-1) ?? '', path }, quoted }
}

/** More rows than any table has; digits beyond it would be lost in a number. */
const mostRows = 10 ** 15

function parseCount(value: string, what: 'limit' | 'offset', path: Path): number {
	const isNegative = /^-\d+$/.test(value)
	if (isNegative && (what === 'limit' || path.length > 0))
		throw badRange(
			`${what === 'limit' ? 'Limit' : 'Offset'} should be greater than or equal to zero.`,
		)
	if (!isNegative && !/^\d+$/.test(value))
		throw unparsable(`${what} parameter (${value.slice(0, 50)})`, 1, 'expecting an integer')
	return Math.max(Math.min(Number(value), mostRows), -mostRows)
}

const operatorStart = new RegExp(`^${operation}`)

/** True when a value reads like `operator.operand`. */
export function startsLikeFilter(value: string): boolean {
	return operatorStart.test(value)
}
