import type { Db } from '#server/pg/db.ts'
import { isOutage } from '#server/pg/outage.ts'
import type { Change } from './change.ts'
import { comparison, decideHere, type Verdict } from './conditions.ts'
import type { CompareOperator } from './filter.ts'
import { compareValues } from './queries.ts'
import { service } from './relations.ts'
import type { CheckedCondition } from './wish.ts'

type Asked = {
	operator: CompareOperator
	cast: string
	values: Set<string>
	operands: Set<string>
}

/** Milliseconds that one comparison may take, and all those of a batch that took too long. */
const patience = 300
const patienceForAll = 1_000

/** Decides conditions over a batch of changes: plain ones in process, the others by one query for each kind. */
export class Matcher {
	private readonly verdicts = new Map<string, Verdict>()
	/** What the database could not decide, or not in time: operator, type and operand. */
	private readonly hopeless = new Set<string>()
	private wasted = 0

	/** Asks the database about all that cannot be decided here. Throws when it is away. */
	async prepare(db: Db, pairs: Iterable<[Change, CheckedCondition]>): Promise<void> {
		const asked = new Map<string, Asked>()
		for (const [change, condition] of pairs) {
			if (decideHere(change, condition) !== undefined) continue
			const operator = comparison(condition)
			const { cast, operands } = condition
			const isRegex = operator === 'match' || operator === 'imatch'
			const key = `${operator} ${cast} ${isRegex ? operands[0] : ''}`
			const group = asked.get(key) ?? { operator, cast, values: new Set(), operands: new Set() }
			asked.set(key, group)
			group.values.add(JSON.stringify(change.subject[condition.column]))
			for (const one of operands) group.operands.add(one)
		}
		for (const group of asked.values()) await this.ask(db, group)
	}

	matches(change: Change, condition: CheckedCondition): boolean {
		const here = decideHere(change, condition)
		const verdict = here === undefined ? this.lookUp(change, condition) : here
		return verdict !== null && verdict !== condition.negated
	}

	/** Whether a condition failed or took too long: whoever wrote it must not slow down everybody else again. */
	isHopeless(condition: CheckedCondition): boolean {
		if (this.hopeless.size === 0 || condition.operator === 'is') return false
		const operator = comparison(condition)
		return condition.operands.some((operand) =>
			this.hopeless.has(operandKey(operator, condition.cast, operand)),
		)
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

	/** One that fails is asked operand by operand, so that only the guilty one is given up. */
	private async ask(db: Db, group: Asked): Promise<void> {
		const { operator, cast, operands } = group
		const started = performance.now()
		try {
			if (this.wasted > patienceForAll) throw new Error('too much time was lost with others')
			await this.compare(db, group)
		} catch (error) {
			if (isOutage(error)) throw error
			this.wasted += performance.now() - started
			for (const operand of operands)
				if (operands.size === 1) this.hopeless.add(operandKey(operator, cast, operand))
				else await this.ask(db, { ...group, operands: new Set([operand]) })
		}
	}

	private async compare(db: Db, { operator, cast, values, operands }: Asked): Promise<void> {
		const texts = [...values]
		const choices = [...operands]
		const rows = `[${texts.map((text) => `{"v":${text}}`).join(',')}]`
		const query = compareValues(operator, cast, rows, choices)
		type Found = { value: number; operand: number; holds: Verdict }
		const found = await db.as(service, (tx) => tx.final<Found>(query), {
			statementTimeout: patience,
		})
		for (const { value, operand, holds } of found) {
			const key = verdictKey(operator, cast, texts[value - 1] ?? '', choices[operand - 1] ?? '')
			this.verdicts.set(key, holds)
		}
	}
}

function operandKey(operator: string, cast: string, operand: string): string {
	return `${operator} ${cast} ${operand}`
}

function verdictKey(operator: string, cast: string, value: string, operand: string): string {
	return `${operator} ${cast} ${value.length} ${value} ${operand}`
}
