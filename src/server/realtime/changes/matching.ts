import type { Db } from '#server/pg/db.ts'
import type { Change } from './change.ts'
import type { CompareOperator } from './filter.ts'
import { compareValues } from './queries.ts'
import { service } from './relations.ts'
import type { CheckedCondition } from './subscriptions.ts'

/** True, false, or unknown as SQL has it. */
type Verdict = boolean | null
type Asked = {
	operator: CompareOperator
	cast: string
	values: Map<string, unknown>
	operands: Set<string>
}

/** Milliseconds that one comparison may take: a hostile pattern hurts only its own subscriber. */
const patience = 500

/** Decides conditions over a batch of changes: plain ones in process, the others by one query for each kind. */
export class Matcher {
	private readonly verdicts = new Map<string, Verdict>()

	/** Asks the database about all that cannot be decided here. */
	async prepare(
		db: Db,
		pairs: Iterable<[Change, CheckedCondition]>,
		warn: (error: unknown) => void,
	): Promise<void> {
		const asked = new Map<string, Asked>()
		for (const [change, condition] of pairs) {
			if (decideHere(change, condition) !== undefined) continue
			const operator = comparison(condition)
			const operand = condition.operands[0] ?? ''
			const isPattern = operator === 'match' || operator === 'imatch'
			const key = `${operator} ${condition.cast} ${isPattern ? operand : ''}`
			const group = asked.get(key) ?? {
				operator,
				cast: condition.cast,
				values: new Map(),
				operands: new Set(),
			}
			asked.set(key, group)
			group.values.set(JSON.stringify(change.subject[condition.column]), 0)
			for (const one of condition.operands) group.operands.add(one)
		}
		for (const group of asked.values()) await this.ask(db, group).catch(warn)
	}

	matches(change: Change, condition: CheckedCondition): boolean {
		const here = decideHere(change, condition)
		const verdict = here === undefined ? this.lookUp(change, condition) : here
		return verdict !== null && verdict !== condition.negated
	}

	private lookUp(change: Change, condition: CheckedCondition): Verdict {
		const operator = comparison(condition)
		const value = JSON.stringify(change.subject[condition.column])
		const found = condition.operands.map((operand) =>
			this.verdicts.get(verdictKey(operator, condition.cast, value, operand)),
		)
		if (found.includes(true)) return true
		return found.every((verdict) => verdict === false) ? false : null
	}

	private async ask(db: Db, { operator, cast, values, operands }: Asked): Promise<void> {
		const texts = [...values.keys()]
		const choices = [...operands]
		const rows = `[${texts.map((text) => `{"v":${text}}`).join(',')}]`
		const found = await db.as(
			service,
			(tx) =>
				tx.final<{ value: number; operand: number; holds: Verdict }>(
					compareValues(operator, cast, rows, choices),
				),
			{ statementTimeout: patience },
		)
		for (const { value, operand, holds } of found) {
			const key = verdictKey(operator, cast, texts[value - 1] ?? '', choices[operand - 1] ?? '')
			this.verdicts.set(key, holds)
		}
	}
}

function verdictKey(operator: string, cast: string, value: string, operand: string): string {
	return `${operator} ${cast} ${value.length} ${value} ${operand}`
}

function comparison({ operator }: CheckedCondition): CompareOperator {
	if (operator === 'in') return 'eq'
	if (operator === 'is') throw new Error('null tests are decided in process')
	return operator
}

/** @returns undefined when only the database knows */
function decideHere(change: Change, condition: CheckedCondition): Verdict | undefined {
	const { column, operator, operands, plain } = condition
	const value = change.text(column)
	if (value === undefined) return null
	const [operand = ''] = operands
	if (operator === 'is')
		return operand === 'null' || operand === 'unknown' ? value === null : value === operand
	if (value === null) return operator === 'isdistinct' ? true : null
	if (!plain) return undefined
	if (operator === 'eq') return value === operand
	if (operator === 'neq' || operator === 'isdistinct') return value !== operand
	if (operator === 'in') return operands.includes(value)
	if (plain !== 'integer') return undefined
	if (operator === 'lt') return BigInt(value) < BigInt(operand)
	if (operator === 'lte') return BigInt(value) <= BigInt(operand)
	if (operator === 'gt') return BigInt(value) > BigInt(operand)
	if (operator === 'gte') return BigInt(value) >= BigInt(operand)
	return undefined
}
