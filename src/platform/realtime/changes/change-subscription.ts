import type { Db } from '#platform/pg/db.ts'
import { type Condition, FilterError, PrivilegeError, parseFilter } from './parse-filter.ts'
import {
	type Column,
	canReceiveChanges,
	type PublishedTable,
	type PublishedTables,
	realtimeService,
} from './published-tables.ts'
import { canonicalValues, tryPattern } from './queries.ts'

/** One entry of `postgres_changes` in a join, as it was sent. */
export type Binding = {
	event: string
	schema?: string
	table?: string
	filter?: string
	select?: string[]
}

/** A condition whose values were checked against the column's type. */
export type CheckedCondition = Condition & {
	cast: string
	/** Set for types whose values can be compared in process. */
	inProcessType: 'text' | 'integer' | undefined
}

/** A checked binding. */
export type ChangeSubscription = {
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
/** Values in canonical form, which need no query. */
const canonicalForms: Record<string, RegExp> = {
	text: /^/,
	varchar: /^/,
	uuid: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
	bool: /^(true|false)$/,
	int2: /^(0|-?[1-9]\d{0,3})$/,
	int4: /^(0|-?[1-9]\d{0,8})$/,
	int8: /^(0|-?[1-9]\d{0,17})$/,
}
/** Statement timeout for one value, in milliseconds. */
const valueCheckTimeout = 300
const events = ['*', 'INSERT', 'UPDATE', 'DELETE']

/**
 * Checks a binding against the published tables and the privileges of a role.
 * @param maxConditions conditions of one filter
 * @throws FilterError with a message for the client, PrivilegeError without the select privilege
 */
export async function checkBinding(
	db: Db,
	relations: PublishedTables,
	binding: Binding,
	role: string,
	maxConditions: number,
): Promise<ChangeSubscription> {
	const event = binding.event.toUpperCase()
	const schema = binding.schema || 'public'
	const table = binding.table || '*'
	if (!events.includes(event)) throw new FilterError(`unknown event ${binding.event}`)
	if (table === '*' || schema === '*') return checkWildcardBinding(relations, binding, { event, schema, table })
	const relation = await relations.find(schema, table)
	if (!relation) throw notEnabledError(binding)
	const selectable = await relations.selectable(relation, role)
	if (!canReceiveChanges(relation, selectable)) throw notPrivilegedError(relation, role, selectable)
	const missing = binding.select?.find((name) => !selectable.has(name))
	if (missing !== undefined) throw new FilterError(`invalid column for select ${missing}`)
	const conditions = parseFilter(binding.filter ?? '')
	if (conditions.length > maxConditions) throw new FilterError(`a filter takes ${maxConditions} conditions`)
	const checked = conditions.map((condition) => {
		const column = relation.columns.find(({ name }) => name === condition.column)
		if (!column || !selectable.has(condition.column))
			throw new FilterError(`invalid column for filter ${condition.column}`)
		return checkCondition(db, column, condition)
	})
	return { event, schema, table, conditions: await Promise.all(checked), select: binding.select }
}

/** A binding for all tables of a schema, all of one name, or all. */
async function checkWildcardBinding(
	relations: PublishedTables,
	binding: Binding,
	{ event, schema, table }: { event: string; schema: string; table: string },
): Promise<ChangeSubscription> {
	if (binding.filter) throw new FilterError('a filter needs a table and its schema')
	const tables = [...(await relations.all()).values()]
	const matches = (pattern: string, name: string) => pattern === '*' || pattern === name
	if (!tables.some((entry) => matches(schema, entry.schema) && matches(table, entry.name)))
		throw notEnabledError(binding)
	return { event, schema, table, conditions: [], select: binding.select }
}

async function checkCondition(db: Db, { cast, type, isEnum }: Column, condition: Condition): Promise<CheckedCondition> {
	const inProcessType = inProcessTypeOf(type, isEnum)
	const { operator, operands } = condition
	const isCanonical = operands.every((value) => canonicalForms[type]?.test(value))
	const isRegex = operator === 'match' || operator === 'imatch'
	const takesText = isRegex || operator === 'like' || operator === 'ilike' || operator === 'is'
	const checked = { ...condition, cast, inProcessType }
	if (!isRegex && (isCanonical || takesText)) return checked
	try {
		const query = isRegex ? tryPattern(operands[0] ?? '') : canonicalValues(cast, operands)
		const options = { statementTimeout: valueCheckTimeout }
		type Row = { value: string | null }
		const rows = await db.as(realtimeService, (tx) => tx.final<Row>(query), options)
		if (isRegex || !inProcessType) return checked
		return { ...checked, operands: rows.map(({ value }) => value ?? '') }
	} catch (error) {
		const { code = '', message } = error as { code?: string; message: string }
		if (!code.startsWith('22') && code !== '57014') throw error
		throw new FilterError(`invalid value for filter ${condition.column}: ${message}`)
	}
}

function inProcessTypeOf(type: string, isEnum: boolean): CheckedCondition['inProcessType'] {
	if (textTypes.includes(type) || isEnum) return 'text'
	return integerTypes.includes(type) ? 'integer' : undefined
}

function notPrivilegedError(
	{ schema, name }: PublishedTable,
	role: string,
	selectable: ReadonlySet<string>,
): PrivilegeError {
	const object = selectable.size > 0 ? `the primary key of ${schema}.${name}` : `${schema}.${name}`
	return new PrivilegeError(`Unauthorized: ${role} has no select privilege on ${object}`)
}

function notEnabledError({ event, schema = 'public', table = '*', filter }: Binding): FilterError {
	return new FilterError(
		`Unable to subscribe to changes with given parameters. Please check Realtime is enabled for the given connect parameters: [event: ${event}, schema: ${schema}, table: ${table}, filters: [${filter ?? ''}]]`,
	)
}
