import { isShardSetting } from '#platform/config/shard-setting.ts'
import { isUuid } from '#platform/uuid.ts'
import type { Query } from './sql.ts'

/**
 * Statement timeouts by role, in milliseconds. The first three roles belong to callers; the others are the platform's
 * own services.
 */
const statementTimeouts = {
	anon: 3_000,
	authenticated: 10_000,
	service_role: 60_000,
	auth_service: 10_000,
	storage_service: 10_000,
	realtime_service: 10_000,
}
export type Role = keyof typeof statementTimeouts

export type TransactionOptions = {
	readOnly?: boolean
	/** Every statement sees the data as of the first one; the transaction reads only. For streams that take many statements. */
	snapshot?: boolean
	/**
	 * Id of the space whose rows the transaction is about. It tells a router of shards where they are (DATABASE_SHARDED) and
	 * allows nothing: policies decide as without it.
	 */
	shardKey?: string | undefined
	/** Further transaction-local settings, e.g. `request.headers`. Names come from code, never from a caller. */
	settings?: Record<string, string>
	/** Statement timeout in milliseconds; by default that of the role. */
	statementTimeout?: number
	/**
	 * Retries the work after a deadlock or serialization failure (40P01, 40001). The work must do nothing but query
	 * the database.
	 */
	repeatable?: boolean
}

export const statementTimeoutOf = ({ role }: { role: Role }, options: TransactionOptions): number =>
	options.statementTimeout ?? statementTimeouts[role]

const begin: Query = { text: 'begin', values: [] }
const beginReadOnly: Query = { text: 'begin read only', values: [] }
const beginSnapshot: Query = { text: 'begin isolation level repeatable read read only', values: [] }

/**
 * Queries that open a transaction and set its identity. All settings are local to the transaction.
 * @param shardSetting the setting by which a router of shards learns the shard key
 * @throws Error for an unknown role, or a shard key that is not a UUID
 */
export function beginTransaction(claims: { role: Role }, options: TransactionOptions, shardSetting?: string): Query[] {
	if (!Object.hasOwn(statementTimeouts, claims.role)) throw new Error(`unknown role ${claims.role}`)
	const isBare = Object.keys(claims).length === 1
	const isRouted = shardSetting !== undefined && options.shardKey !== undefined
	if (isBare && !isRouted && !options.settings && !options.snapshot && options.statementTimeout === undefined)
		return [beginAsRole(claims.role, options.readOnly === true)]
	const opening = options.snapshot ? beginSnapshot : options.readOnly ? beginReadOnly : begin
	// A router binds the transaction to a shard by the first statement after `begin`.
	const routing = isRouted ? [setShardKey(shardSetting, options.shardKey)] : []
	return [opening, ...routing, setIdentity(claims, options)]
}

const roleQueries = new Map<string, Query>()

/**
 * A transaction with a role and no other claims opens with one constant text, which saves parsing and binding. It
 * contains nothing of a caller.
 */
function beginAsRole(role: Role, readOnly: boolean): Query {
	const { text: beginning } = readOnly ? beginReadOnly : begin
	const key = `${beginning} ${role}`
	const known = roleQueries.get(key)
	if (known) return known
	const text = `${beginning}; set local role ${role}; set local request.jwt.claims = '{"role":"${role}"}'; set local statement_timeout = ${statementTimeouts[role]}`
	const query = { text, values: [] }
	roleQueries.set(key, query)
	return query
}

/**
 * Sets role, claims and settings in one prepared statement. It returns a row without columns: as columns, PostgreSQL would send
 * claims and headers back.
 */
function setIdentity(claims: { role: Role }, options: TransactionOptions): Query {
	const timeout = String(statementTimeoutOf(claims, options))
	const values = [claims.role, JSON.stringify(claims), timeout]
	const set = (name: string, value: string) => `set_config(${name}, ${value}, true) is not null`
	const parts = [set(`'role'`, '$1'), set(`'request.jwt.claims'`, '$2'), set(`'statement_timeout'`, '$3')]
	for (const [name, value] of Object.entries(options.settings ?? {})) {
		values.push(name, value)
		parts.push(set(`$${values.length - 1}`, `$${values.length}`))
	}
	return { text: `select where ${parts.join(' and ')}`, values, name: `scope_${values.length}` }
}

/**
 * Tells a router of shards the space of a transaction. Routers read the text of `set` and know no parameters, so that both
 * parts are checked here.
 * @throws Error for another name of a setting, or a key that is not a UUID
 */
export function setShardKey(setting: string, key: unknown): Query {
	if (!isShardSetting(setting)) throw new Error('not the name of a shard setting')
	if (typeof key !== 'string' || !isUuid(key)) throw new Error('a shard key is not a UUID')
	return { text: `set local ${setting} = '${key.toLowerCase()}'`, values: [] }
}
