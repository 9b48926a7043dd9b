import type { Change } from './change.ts'
import type { CompareOperator } from './filter.ts'
import type { CheckedCondition } from './wish.ts'

/** True, false, or unknown as SQL has it. */
export type Verdict = boolean | null

/** The operator to ask the database for. */
export function comparison({ operator }: CheckedCondition): CompareOperator {
	if (operator === 'in') return 'eq'
	if (operator === 'is') throw new Error('null tests are decided in process')
	return operator
}

/** Decides what needs no database. @returns undefined when only the database knows */
export function decideHere(change: Change, condition: CheckedCondition): Verdict | undefined {
	const { column, operator, operands, plain } = condition
	const value = change.text(column)
	if (value === undefined) return null
	if (operator === 'in' && operands.length === 0) return false
	const [operand = ''] = operands
	if (operator === 'is')
		return operand === 'null' || operand === 'unknown' ? value === null : value === operand
	if (value === null) return operator === 'isdistinct' ? true : null
	if (!plain) return undefined
	if (operator === 'eq') return value === operand
	if (operator === 'neq' || operator === 'isdistinct') return value !== operand
	if (operator === 'in') return operands.includes(value)
	const order = plain === 'integer' ? orders[operator] : undefined
	return order?.(BigInt(value), BigInt(operand))
}

const orders: { [operator: string]: (value: bigint, operand: bigint) => boolean } = {
	lt: (value, operand) => value < operand,
	lte: (value, operand) => value <= operand,
	gt: (value, operand) => value > operand,
	gte: (value, operand) => value >= operand,
}
