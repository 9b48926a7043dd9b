import type { Db } from '#server/pg/db.ts'
import type { Binding } from '#server/realtime/channels/join-config.ts'
import { type Condition, FilterError, PrivilegeError, parseFilter } from './filter.ts'
import { canonicalValues, tryPattern } from './queries.ts'
import { type Column, mayHear, type Relation, type Relations, service } from './relations.ts'

/** A condition whose values were checked against the column's type. */
export type CheckedCondition = Condition & {
	cast: string
	/** Set when values may be compared as text or as integers, in process. */
	plain: 'text' | 'integer' | undefined
}

/** What somebody wants to hear of tables, checked. */
export type Wish = {
	event: string
	/** `*` is every schema. */
	schema: string
	/** `*` is every published table. */
	table: string
	conditions: CheckedCondition[]
	select: readonly string[] | undefined
}

const textTypes = ['text', 'varchar', 'uuid', 'bool', 'date']
const integerTypes = ['int2', 'int4', 'int8', 'oid']
/** Values that the database would only hand back as they are. */
const canonical: Record<string, RegExp> = {
	text: /^/,
	varchar: /^/,
	uuid: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
	bool: /^(true|false)$/,
	int2: /^(0|-?[1-9]\d{0,3})$/,
	int4: /^(0|-?[1-9]\d{0,8})$/,
	int8: /^(0|-?[1-9]\d{0,17})$/,
}
/** Milliseconds that the database may think about one value. */
const patience = 300
const events = ['*', 'INSERT', 'UPDATE', 'DELETE']

/**
 * Checks what a caller asks to hear.
 * @param most conditions that one filter may have
 * @throws FilterError with words for the subscriber, PrivilegeError where the role may not select
 */
export async function checkBinding(
	db: Db,
	relations: Relations,
	binding: Binding,
	role: string,
	most: number,
): Promise<Wish> {
	const event = binding.event.toUpperCase()
	const schema = binding.schema || 'public'
	const table = binding.table || '*'
	if (!events.includes(event)) throw new FilterError(`unknown event ${binding.event}`)
	if (table === '*' || schema === '*')
		return checkMany(relations, binding, { event, schema, table })
	const relation = await relations.find(schema, table)
	if (!relation) throw notEnabled(binding)
	const selectable = await relations.selectable(relation, role)
	if (!mayHear(relation, selectable)) throw notPrivileged(relation, role, selectable)
	const missing = binding.select?.find((name) => !selectable.has(name))
	if (missing !== undefined) throw new FilterError(`invalid column for select ${missing}`)
	const conditions = parseFilter(binding.filter ?? '')
	if (conditions.length > most) throw new FilterError(`a filter takes ${most} conditions`)
	const checked = conditions.map((one) => {
		const column = relation.columns.find(({ name }) => name === one.column)
		if (!column || !selectable.has(one.column))
			throw new FilterError(`invalid column for filter ${one.column}`)
		return checkCondition(db, column, one)
	})
	return { event, schema, table, conditions: await Promise.all(checked), select: binding.select }
}

/** Every published table of a schema, or of a name, or of all. */
async function checkMany(
	relations: Relations,
	binding: Binding,
	{ event, schema, table }: { event: string; schema: string; table: string },
): Promise<Wish> {
	if (binding.filter) throw new FilterError('a filter needs a table and its schema')
	const known = [...(await relations.all()).values()]
	const reaches = (pattern: string, name: string) => pattern === '*' || pattern === name
	if (!known.some((one) => reaches(schema, one.schema) && reaches(table, one.name)))
		throw notEnabled(binding)
	return { event, schema, table, conditions: [], select: binding.select }
}

async function checkCondition(
	db: Db,
	{ cast, type, isEnum }: Column,
	condition: Condition,
): Promise<CheckedCondition> {
	const plain = plainness(type, isEnum)
	const { operator, operands } = condition
	const isReady = operands.every((value) => canonical[type]?.test(value))
	const isRegex = operator === 'match' || operator === 'imatch'
	const takesText = isRegex || operator === 'like' || operator === 'ilike' || operator === 'is'
	if (!isRegex && (isReady || takesText)) return { ...condition, cast, plain }
	try {
		const query = isRegex ? tryPattern(operands[0] ?? '') : canonicalValues(cast, operands)
		const rows = await db.as(service, (tx) => tx.final<{ value: string | null }>(query), {
			statementTimeout: patience,
		})
		if (isRegex || !plain) return { ...condition, cast, plain }
		return { ...condition, cast, plain, operands: rows.map(({ value }) => value ?? '') }
	} catch (error) {
		const { code = '', message } = error as { code?: string; message: string }
		if (!code.startsWith('22') && code !== '57014') throw error
		throw new FilterError(`invalid value for filter ${condition.column}: ${message}`)
	}
}

function plainness(type: string, isEnum: boolean): CheckedCondition['plain'] {
	if (textTypes.includes(type) || isEnum) return 'text'
	return integerTypes.includes(type) ? 'integer' : undefined
}

function notPrivileged(
	{ schema, name }: Relation,
	role: string,
	selectable: ReadonlySet<string>,
): PrivilegeError {
	const what = selectable.size > 0 ? `the primary key of ${schema}.${name}` : `${schema}.${name}`
	return new PrivilegeError(`Unauthorized: ${role} has no select privilege on ${what}`)
}

function notEnabled({ event, schema = 'public', table = '*', filter }: Binding): FilterError {
	return new FilterError(
		`Unable to subscribe to changes with given parameters. Please check Realtime is enabled for the given connect parameters: [event: ${event}, schema: ${schema}, table: ${table}, filters: [${filter ?? ''}]]`,
	)
}
