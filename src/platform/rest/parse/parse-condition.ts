import {
	type Comparison,
	type Condition,
	comparisons,
	type FieldRef,
	type Filter,
	type Group,
	type Operation,
	type Search,
	searches,
	truths,
} from './ast.ts'
import { parseField, Scanner } from './scanner.ts'

const maxListLength = 5000
const quantifiable = 'eq gt gte lt lte like ilike match imatch'.split(' ')
const operatorName = /[^.(,)]*/y
const untilComma = /[^,)]*/y
const braces = /\{[^{}]*\}(?=[,)]|$)/y

/** Source of a regular expression for the start of a filter: `[not.]operator.`. */
export const operatorPattern = `(not\\.)?(${[...Object.keys({ ...comparisons, ...searches }), 'in', 'is'].join('|')})(\\([^)]*\\))?\\.`

const maxDepth = 20
const maxConditions = 500
const groupStart = /(not\.)?(and|or)\s*\(/y
const conditionStart = 'expecting field name (* or [a..z0..9_$]), negation operator (not) or logic operator (and, or)'
/** `not.` before a column; before an operator `not` is the column. */
const negation = new RegExp(`not\\.(?!${operatorPattern})`, 'y')

/** Parses the value of a filter: `eq.5`, `not.in.(1,2)`. */
export function parseFilter(field: FieldRef, value: string): Filter {
	const s = new Scanner(value, 'filter')
	const { negated, test } = parseOperator(s, readWholeOperand)
	s.end('end of input')
	return { kind: 'filter', negated, field, test }
}

/** Parses the value of `or=(…)` or `and=(…)`; `negated` comes from `not.or`. */
export function parseGroup(kind: 'and' | 'or', negated: boolean, value: string): Group {
	const s = new Scanner(value, 'logic tree', negated ? `not.${kind}` : kind)
	const budget = { conditions: maxConditions }
	s.skipSpace()
	s.expect('(')
	const group: Group = { kind, negated, conditions: parseConditions(s, 0, budget) }
	s.skipSpace()
	s.end('end of input')
	return group
}

type Budget = { conditions: number }

function parseConditions(s: Scanner, depth: number, budget: Budget): Condition[] {
	if (depth > maxDepth) s.fail(`conditions are nested deeper than ${maxDepth}`)
	const conditions: Condition[] = []
	do {
		if (budget.conditions-- <= 0) s.fail(`more than ${maxConditions} conditions`)
		s.skipSpace()
		conditions.push(parseCondition(s, depth, budget))
		s.skipSpace()
	} while (s.take(','))
	s.expect(')')
	return conditions
}

function parseCondition(s: Scanner, depth: number, budget: Budget): Condition {
	const opening = s.match(groupStart)
	if (opening !== undefined)
		return {
			kind: opening.includes('and') ? 'and' : 'or',
			negated: opening.startsWith('not.'),
			conditions: parseConditions(s, depth + 1, budget),
		}
	const inverted = s.match(negation) !== undefined
	if (s.sees(')') || s.sees(',') || s.done) s.fail(conditionStart)
	const field = parseField(s)
	if (!s.take('.')) s.fail('expecting delimiter (.)')
	const { negated, test } = parseOperator(s, readLogicOperand)
	return { kind: 'filter', field, negated: negated !== inverted, test }
}

/** Reads an operand: the rest of a plain filter, or up to the comma or parenthesis inside `or=(…)`. */
type OperandReader = (s: Scanner) => string

/** `[not.]operator.operand`. */
function parseOperator(s: Scanner, readOperand: OperandReader): { negated: boolean; test: Operation } {
	const negated = s.take('not.')
	return { negated, test: parseOperation(s, readOperand, negated) }
}

function parseOperation(s: Scanner, readOperand: OperandReader, negated: boolean): Operation {
	const start = s.at
	const op = s.match(operatorName) ?? ''
	if (op === 'in' && s.take('.')) return { op, values: parseList(s) }
	if (op === 'is' && s.take('.')) return { op, truth: parseTruth(s) }
	if (isSearch(op)) {
		const config = s.take('(') ? s.type() : undefined
		if (config !== undefined) s.expect(')')
		s.expect('.')
		return { op, value: readOperand(s), config }
	}
	if (isComparison(op)) {
		const quantifier = s.take('(any)') ? 'any' : s.take('(all)') ? 'all' : undefined
		if (quantifier && !quantifiable.includes(op)) s.fail('expecting delimiter (.)', start + op.length)
		if (!s.take('.')) s.fail('expecting delimiter (.)')
		return { op, value: readOperand(s), quantifier }
	}
	// PostgREST reports the first letter that differs from its first alternative.
	s.failAgainst(negated ? 'in' : 'not', `${negated ? '' : '"not" or '}operator (eq, gt, ...)`, start)
}

function isComparison(op: string): op is Comparison {
	return Object.hasOwn(comparisons, op)
}

function isSearch(op: string): op is Search {
	return Object.hasOwn(searches, op)
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

/** Quotes count only when they enclose the whole value. */
function listValue(s: Scanner): string {
	const start = s.at
	const quoted = s.sees('"') ? s.quoted() : undefined
	if (quoted !== undefined && (s.done || s.sees(',') || s.sees(')'))) return quoted
	s.at = start
	return s.match(untilComma) ?? ''
}

/** Reads the operand of a plain filter. */
const readWholeOperand: OperandReader = (s) => {
	const rest = s.text.slice(s.at)
	s.at = s.text.length
	return rest
}

/** Reads an operand inside `or=(…)`: an array in braces, a quoted text, or up to the next comma. */
const readLogicOperand: OperandReader = (s) => s.match(braces) ?? listValue(s)
