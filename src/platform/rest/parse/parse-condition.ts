import type { Condition, FieldRef, Filter, Group } from './ast.ts'
import { operatorPattern, parseOperator, readLogicOperand, readWholeOperand } from './parse-operator.ts'
import { parseField, Scanner } from './scanner.ts'

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
