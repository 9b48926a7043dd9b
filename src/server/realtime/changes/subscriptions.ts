import type { Claims, Db } from '#server/pg/db.ts'
import type { Binding } from '#server/realtime/channels/join-config.ts'
import { type Condition, FilterError, parseFilter } from './filter.ts'
import { canonicalValues } from './queries.ts'
import { type Relation, type Relations, service } from './relations.ts'
import type { Snapshot } from './snapshot.ts'

/** A condition whose values were checked against the column's type. */
export type CheckedCondition = Condition & {
	cast: string
	/** True when values may be compared as text, in process. */
	plain: 'text' | 'integer' | undefined
}

/** Who hears changes: what the feed needs of a channel. */
export type Listener = {
	claims: Claims
	/** Equal for equal claims: one row-level security query serves all of them. */
	claimsKey: string
	hear(ids: number[], data: string): void
}

export type Subscription = {
	id: number
	listener: Listener
	event: string
	schema: string
	/** `*` is every published table of the schema. */
	table: string
	conditions: CheckedCondition[]
	select: readonly string[] | undefined
	/** What was committed by then is not news. */
	since: Snapshot
}

const textTypes = ['text', 'varchar', 'uuid', 'bool', 'date']
const integerTypes = ['int2', 'int4', 'int8', 'oid']
const events = ['*', 'INSERT', 'UPDATE', 'DELETE']

/** The subscriptions of this node, by table. */
export class Subscriptions {
	private readonly byTable = new Map<string, Set<Subscription>>()
	size = 0

	add(subscription: Subscription): void {
		const key = `${subscription.schema}.${subscription.table}`
		const set = this.byTable.get(key) ?? new Set()
		this.byTable.set(key, set.add(subscription))
		this.size += 1
	}

	remove(subscription: Subscription): void {
		const key = `${subscription.schema}.${subscription.table}`
		const set = this.byTable.get(key)
		if (!set?.delete(subscription)) return
		this.size -= 1
		if (set.size === 0) this.byTable.delete(key)
	}

	of(schema: string, table: string): Subscription[] {
		const keys = [`${schema}.${table}`, `${schema}.*`, '*.*']
		return keys.flatMap((key) => [...(this.byTable.get(key) ?? [])])
	}
}

/**
 * Checks what a caller asks to hear.
 * @throws FilterError with words for the subscriber
 */
export async function prepareSubscription(
	db: Db,
	relations: Relations,
	binding: Binding,
	role: string,
): Promise<Pick<Subscription, 'event' | 'schema' | 'table' | 'conditions' | 'select'>> {
	const event = binding.event.toUpperCase()
	const schema = binding.schema || 'public'
	const table = binding.table || '*'
	if (!events.includes(event)) throw new FilterError(`unknown event ${binding.event}`)
	const known = await relations.all()
	if (table === '*') {
		if (binding.filter) throw new FilterError('a filter needs a table')
		const reached = [...known.values()].some((one) => schema === '*' || one.schema === schema)
		if (!reached) throw notEnabled(binding)
		return { event, schema, table, conditions: [], select: binding.select }
	}
	const relation = known.get(`${schema}.${table}`)
	if (!relation) throw notEnabled(binding)
	const selectable = await relations.selectable(relation, role)
	const missing = binding.select?.find((name) => !selectable.has(name))
	if (missing !== undefined) throw new FilterError(`invalid column for select ${missing}`)
	const conditions = parseFilter(binding.filter ?? '')
	for (const { column } of conditions)
		if (!selectable.has(column)) throw new FilterError(`invalid column for filter ${column}`)
	return {
		event,
		schema,
		table,
		conditions: await Promise.all(conditions.map((one) => check(db, relation, one))),
		select: binding.select,
	}
}

async function check(db: Db, relation: Relation, condition: Condition): Promise<CheckedCondition> {
	const column = relation.columns.find(({ name }) => name === condition.column)
	if (!column) throw new FilterError(`invalid column for filter ${condition.column}`)
	const { cast, type } = column
	const plain =
		textTypes.includes(type) || column.isEnum
			? 'text'
			: integerTypes.includes(type)
				? 'integer'
				: undefined
	const takesPattern = ['like', 'ilike', 'match', 'imatch', 'is'].includes(condition.operator)
	if (takesPattern) return { ...condition, cast, plain }
	try {
		const query = canonicalValues(cast, condition.operands)
		const rows = await db.as(service, (tx) => tx.final<{ value: string | null }>(query))
		if (!plain) return { ...condition, cast, plain }
		return { ...condition, cast, plain, operands: rows.map(({ value }) => value ?? '') }
	} catch (error) {
		const { code, message } = error as { code?: string; message: string }
		if (!code?.startsWith('22')) throw error
		throw new FilterError(`invalid value for filter ${condition.column}: ${message}`)
	}
}

function notEnabled({ event, schema = 'public', table = '*', filter }: Binding): FilterError {
	return new FilterError(
		`Unable to subscribe to changes with given parameters. Please check Realtime is enabled for the given connect parameters: [event: ${event}, schema: ${schema}, table: ${table}, filters: [${filter ?? ''}]]`,
	)
}
