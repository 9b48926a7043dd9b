import { queryParseError, RestError, rangeError } from '#platform/rest/errors.ts'
import type { FieldRef, OrderTerm, Path, RestQuery } from './ast.ts'
import { operatorPattern, parseFilter, parseGroup } from './parse-condition.ts'
import { parseNames, parseSelect } from './parse-select.ts'
import { parseField, parseJsonPath, Scanner } from './scanner.ts'

/** Characters. */
export const maxQueryLength = 65_536
const maxKeys = 500
const maxDepth = 12

/**
 * Parses a query string.
 * @param isArgument true for a key that is a function's argument, not a filter
 * @throws RestError PGRST100 or PGRST103
 */
export function parseQuery(
	search: string,
	isArgument: (key: string, value: string) => boolean = () => false,
): RestQuery {
	if (search.length > maxQueryLength)
		throw new RestError(414, 'PGRST100', 'The query string is too long', {
			details: `It may have ${maxQueryLength} characters.`,
		})
	const query: RestQuery = {
		select: [{ kind: 'star' }],
		conditions: [],
		orders: [],
		limits: [],
		arguments: [],
	}
	let keys = 0
	for (const [key, value] of new URLSearchParams(search)) {
		if (keys++ > maxKeys) throw queryParseError('query', 1, `more than ${maxKeys} keys`)
		readKey(query, key, value, isArgument)
	}
	return query
}

function readKey(
	query: RestQuery,
	key: string,
	value: string,
	isArgument: (key: string, value: string) => boolean,
): void {
	// The API key may be in the URL.
	if (key === 'apikey' && !startsLikeFilter(value)) return
	if (key === 'select') query.select = parseSelect(value)
	else if (key === 'columns') query.columns = parseNames(value, 'columns parameter')
	else if (key === 'on_conflict') query.onConflict = parseNames(value, 'on_conflict parameter')
	else if (!isReserved(key) && isArgument(key, value)) query.arguments.push([key, value])
	else readAddressed(query, key, value)
}

function isReserved(key: string): boolean {
	return ['order', 'limit', 'offset', 'and', 'or'].includes(key.slice(key.lastIndexOf('.') + 1))
}

/** Reads a key whose last part may follow a path of embeds. */
function readAddressed(query: RestQuery, key: string, value: string): void {
	const { path, field, quoted } = parseKey(key)
	// A quoted reserved keyword is a column.
	const keyword = field.path.length === 0 && !quoted ? field.name : ''
	if (keyword === 'order') query.orders.push({ path, terms: value === '' ? [] : parseOrder(value) })
	else if (keyword === 'limit') query.limits.push({ path, limit: parseCount(value, 'limit', path) })
	else if (keyword === 'offset') query.limits.push({ path, offset: parseCount(value, 'offset', path) })
	else if (keyword === 'and' || keyword === 'or') {
		const negated = path.at(-1) === 'not'
		const condition = parseGroup(keyword, negated, value)
		query.conditions.push({ path: negated ? path.slice(0, -1) : path, condition })
	} else query.conditions.push({ path, condition: parseFilter(field, value) })
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

/** More rows than any table has; a larger number would lose digits. */
const maxRowCount = 10 ** 15

function parseCount(value: string, what: 'limit' | 'offset', path: Path): number {
	const isNegative = /^-\d+$/.test(value)
	if (isNegative && (what === 'limit' || path.length > 0))
		throw rangeError(`${what === 'limit' ? 'Limit' : 'Offset'} should be greater than or equal to zero.`)
	if (!isNegative && !/^\d+$/.test(value))
		throw queryParseError(`${what} parameter (${value.slice(0, 50)})`, 1, 'expecting an integer')
	return Math.max(Math.min(Number(value), maxRowCount), -maxRowCount)
}

const operatorStart = new RegExp(`^${operatorPattern}`)

/** True when a value looks like `operator.operand`. */
export function startsLikeFilter(value: string): boolean {
	return operatorStart.test(value)
}

const maxTerms = 50

/** Parses `order=…`: `name.desc.nullslast,owner(name)`. */
export function parseOrder(text: string): OrderTerm[] {
	const s = new Scanner(text, 'order')
	const terms: OrderTerm[] = []
	do {
		if (terms.length >= maxTerms) s.fail(`more than ${maxTerms} terms of order`)
		terms.push(parseTerm(s))
		s.skipSpace()
	} while (s.take(','))
	s.end('"," or end of input')
	return terms
}

function parseTerm(s: Scanner): OrderTerm {
	const first = parseField(s)
	let term: Pick<OrderTerm, 'relation' | 'field'> = { field: first }
	if (first.path.length === 0 && s.take('(')) {
		term = { relation: first.name, field: parseField(s) }
		s.expect(')')
	}
	return { ...term, ...parseDirection(s) }
}

/** Parses `.desc`, `.nullslast`, `.asc.nullsfirst`, or nothing. */
function parseDirection(s: Scanner): Pick<OrderTerm, 'descending' | 'nulls'> {
	if (!s.take('.')) return { descending: false }
	const direction = ['asc', 'desc'].find((keyword) => s.take(keyword))
	const descending = direction === 'desc'
	if (direction && !s.take('.')) return { descending }
	if (s.take('nullsfirst')) return { descending, nulls: 'first' }
	if (s.take('nullslast')) return { descending, nulls: 'last' }
	s.fail(`expecting ${direction ? '' : '"asc", "desc", '}"nullsfirst" or "nullslast"`)
}
