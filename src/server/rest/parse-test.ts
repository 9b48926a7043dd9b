import { type Comparison, comparisons, type Search, searches, type Test, truths } from './ast.ts'
import type { Scanner } from './scanner.ts'

const maxListLength = 5000
const quantifiable: readonly string[] = [
	'eq',
	'gt',
	'gte',
	'lt',
	'lte',
	'like',
	'ilike',
	'match',
	'imatch',
]
const word = /[^.(,)]*/y
const untilComma = /[^,)]*/y
const braces = /\{[^{}]*\}(?=[,)]|$)/y

/** The source of a pattern for how a test begins: `[not.]operator.`. */
export const operation = `(not\\.)?(${[...comparisons, ...searches, 'in', 'is'].join('|')})(\\([^)]*\\))?\\.`

/** How an operand ends: a plain filter takes all the rest, one inside `or=(…)` ends at its comma or parenthesis. */
export type OperandReader = (s: Scanner) => string

/** `[not.]operator.operand`. */
export function parseTest(
	s: Scanner,
	readOperand: OperandReader,
): { negated: boolean; test: Test } {
	const negated = s.take('not.')
	return { negated, test: parseOperation(s, readOperand, negated) }
}

function parseOperation(s: Scanner, readOperand: OperandReader, negated: boolean): Test {
	const start = s.at
	const op = s.match(word) ?? ''
	if (op === 'in' && s.take('.')) return { op, values: parseList(s) }
	if (op === 'is' && s.take('.')) return { op, truth: parseTruth(s) }
	if (isSearch(op)) {
		const config = s.take('(') ? s.type() : undefined
		if (config !== undefined) s.expect(')')
		s.expect('.')
		return { op, value: readOperand(s), ...(config === undefined ? {} : { config }) }
	}
	if (isComparison(op)) {
		const quantifier = s.take('(any)') ? 'any' : s.take('(all)') ? 'all' : undefined
		if (quantifier && !quantifiable.includes(op))
			s.fail('expecting delimiter (.)', start + op.length)
		if (!s.take('.')) s.fail('expecting delimiter (.)')
		return { op, value: readOperand(s), ...(quantifier ? { quantifier } : {}) }
	}
	// PostgREST tells the first letter that differs from what it tries first.
	s.failAgainst(
		negated ? 'in' : 'not',
		`${negated ? '' : '"not" or '}operator (eq, gt, ...)`,
		start,
	)
}

function isComparison(op: string): op is Comparison {
	return (comparisons as readonly string[]).includes(op)
}

function isSearch(op: string): op is Search {
	return (searches as readonly string[]).includes(op)
}

function parseTruth(s: Scanner) {
	const start = s.at
	const found = s.match(untilComma)?.trim().toLowerCase()
	const truth = truths.find((name) => name === found)
	if (!truth) s.fail('expecting isVal: (null, not_null, true, false, unknown)', start)
	return truth
}

function parseList(s: Scanner): string[] {
	s.skipSpace()
	s.expect('(')
	s.skipSpace()
	const values: string[] = []
	if (s.take(')')) return values
	do {
		if (values.length >= maxListLength) s.fail(`more than ${maxListLength} values in a list`)
		values.push(listValue(s))
	} while (s.take(','))
	s.expect(')')
	s.skipSpace()
	return values
}

/** A quoted text counts as quoted only if the value ends with it. */
function listValue(s: Scanner): string {
	const start = s.at
	const quoted = s.sees('"') ? s.quoted() : undefined
	if (quoted !== undefined && (s.done || s.sees(',') || s.sees(')'))) return quoted
	s.at = start
	return s.match(untilComma) ?? ''
}

/** A plain filter's operand: all that is left. */
export const readRest: OperandReader = (s) => {
	const rest = s.text.slice(s.at)
	s.at = s.text.length
	return rest
}

/** An operand within `or=(…)`: an array in braces, a quoted text, or what stands before the next comma. */
export const readLogicOperand: OperandReader = (s) => s.match(braces) ?? listValue(s)
