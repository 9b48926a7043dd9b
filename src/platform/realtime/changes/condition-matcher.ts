import type { Db } from '#platform/pg/db.ts'
import { isOutage } from '#platform/pg/pg-errors.ts'
import type { Change } from './change.ts'
import type { CheckedCondition } from './change-subscription.ts'
import { realtimeService } from './published-tables.ts'
import { type CompareOperator, compareValues } from './queries.ts'

type ComparisonBatch = {
	operator: CompareOperator
	cast: string
	values: Set<string>
	operands: Set<string>
}

/** Statement timeout for one comparison, and total time for failed ones of a batch, in milliseconds. */
const comparisonTimeout = 300
const failedTimeBudget = 1_000

/** Evaluates conditions over a batch of changes: simple ones in process, the others with one query per operator and type. */
export class ConditionMatcher {
	private readonly results = new Map<string, TruthValue>()
	/** Comparisons that failed or timed out, by operator, type and operand. */
	private readonly failed = new Set<string>()
	private failedTime = 0

	/** Queries the comparisons that cannot be evaluated in process. @throws during an outage */
	async prepare(db: Db, pairs: Iterable<[Change, CheckedCondition]>): Promise<void> {
		const batches = new Map<string, ComparisonBatch>()
		for (const [change, condition] of pairs) {
			if (evaluateInProcess(change, condition) !== undefined) continue
			const operator = compareOperator(condition)
			const { cast, operands } = condition
			const isRegex = operator === 'match' || operator === 'imatch'
			const key = `${operator} ${cast} ${isRegex ? operands[0] : ''}`
			const batch = batches.get(key) ?? { operator, cast, values: new Set(), operands: new Set() }
			batches.set(key, batch)
			batch.values.add(JSON.stringify(change.subject[condition.column]))
			for (const operand of operands) batch.operands.add(operand)
		}
		for (const batch of batches.values()) await this.queryOrSplit(db, batch)
	}

	matches(change: Change, condition: CheckedCondition): boolean {
		const evaluated = evaluateInProcess(change, condition)
		const truth = evaluated === undefined ? this.lookUp(change, condition) : evaluated
		return truth !== null && truth !== condition.negated
	}

	/** True for a condition that failed or timed out: its subscription must not delay all others again. */
	hasFailed(condition: CheckedCondition): boolean {
		if (this.failed.size === 0 || condition.operator === 'is') return false
		const operator = compareOperator(condition)
		return condition.operands.some((operand) => this.failed.has(operandKey(operator, condition.cast, operand)))
	}

	private lookUp(change: Change, condition: CheckedCondition): TruthValue {
		const operator = compareOperator(condition)
		const value = JSON.stringify(change.subject[condition.column])
		const found = condition.operands.map((operand) =>
			this.results.get(resultKey(operator, condition.cast, value, operand)),
		)
		if (found.includes(true)) return true
		return found.every((truth) => truth === false) ? false : null
	}

	/** A batch that fails is queried operand by operand, so that only the failing operand is dropped. */
	private async queryOrSplit(db: Db, batch: ComparisonBatch): Promise<void> {
		const { operator, cast, operands } = batch
		const started = performance.now()
		try {
			if (this.failedTime > failedTimeBudget) throw new Error('failed comparisons took too long')
			await this.query(db, batch)
		} catch (error) {
			if (isOutage(error)) throw error
			this.failedTime += performance.now() - started
			for (const operand of operands)
				if (operands.size === 1) this.failed.add(operandKey(operator, cast, operand))
				else await this.queryOrSplit(db, { ...batch, operands: new Set([operand]) })
		}
	}

	private async query(db: Db, batch: ComparisonBatch): Promise<void> {
		const { operator, cast } = batch
		const [values, operands] = [[...batch.values], [...batch.operands]]
		const rows = `[${values.map((value) => `{"v":${value}}`).join(',')}]`
		const query = compareValues(operator, cast, rows, operands)
		type Row = { value: number; operand: number; holds: TruthValue }
		const options = { statementTimeout: comparisonTimeout }
		const found = await db.as(realtimeService, (tx) => tx.final<Row>(query), options)
		for (const { value, operand, holds } of found) {
			const key = resultKey(operator, cast, values[value - 1] ?? '', operands[operand - 1] ?? '')
			this.results.set(key, holds)
		}
	}
}

function operandKey(operator: string, cast: string, operand: string): string {
	return `${operator} ${cast} ${operand}`
}

function resultKey(operator: string, cast: string, value: string, operand: string): string {
	return `${operator} ${cast} ${value.length} ${value} ${operand}`
}

/** Three-valued logic of SQL; null is unknown. */
type TruthValue = boolean | null

/** The operator of the query; `is` needs none. */
function compareOperator({ operator }: CheckedCondition): CompareOperator {
	if (operator === 'in') return 'eq'
	if (operator === 'is') throw new Error('null tests are decided in process')
	return operator
}

/** @returns undefined when the comparison needs the database */
function evaluateInProcess(change: Change, condition: CheckedCondition): TruthValue | undefined {
	const { column, operator, operands, inProcessType } = condition
	const value = change.text(column)
	if (value === undefined) return null
	if (operator === 'in' && operands.length === 0) return false
	const [operand = ''] = operands
	if (operator === 'is') return operand === 'null' || operand === 'unknown' ? value === null : value === operand
	if (value === null) return operator === 'isdistinct' ? true : null
	if (!inProcessType) return undefined
	if (operator === 'eq') return value === operand
	if (operator === 'neq' || operator === 'isdistinct') return value !== operand
	if (operator === 'in') return operands.includes(value)
	const order = inProcessType === 'integer' ? orders[operator] : undefined
	return order?.(BigInt(value), BigInt(operand))
}

const orders: { [operator: string]: (value: bigint, operand: bigint) => boolean } = {
	lt: (value, operand) => value < operand,
	lte: (value, operand) => value <= operand,
	gt: (value, operand) => value > operand,
	gte: (value, operand) => value >= operand,
}
