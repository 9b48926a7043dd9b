import type { Query } from './sql.ts'

/**
 * Roles a transaction may take, and milliseconds after which PostgreSQL cancels a statement of theirs. The first three speak for
 * callers; the others are the platform's own services.
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
	/** Further transaction-local settings, e.g. `request.headers`. Names come from code, never from a caller. */
	settings?: Record<string, string>
	/** Milliseconds after which PostgreSQL cancels a statement; by role when left out. */
	statementTimeout?: number
	/**
	 * The work does nothing but ask the database: should PostgreSQL end it for the sake of another transaction (40P01, 40001), it is
	 * done again, a few times.
	 */
	repeatable?: boolean
}

/** Milliseconds after which PostgreSQL cancels a statement. */
export const statementTimeoutOf = ({ role }: { role: Role }, options: TransactionOptions): number =>
	options.statementTimeout ?? statementTimeouts[role]

const begin: Query = { text: 'begin', values: [] }
const beginReadOnly: Query = { text: 'begin read only', values: [] }

/**
 * What opens a transaction and gives it its identity. Everything is local to the transaction.
 * @throws Error for a role that is not in the list
 */
export function opening(claims: { role: Role }, options: TransactionOptions): Query[] {
	if (!Object.hasOwn(statementTimeouts, claims.role)) throw new Error(`unknown role ${claims.role}`)
	const isBare = Object.keys(claims).length === 1
	if (isBare && !options.settings && options.statementTimeout === undefined)
		return [bareOpening(claims.role, options.readOnly === true)]
	return [options.readOnly ? beginReadOnly : begin, scope(claims, options)]
}

const bare = new Map<string, Query>()

/**
 * Whoever is only a role has one and the same opening each time: one text of our own words, which costs both ends less than
 * beginning and binding. Nothing of a caller can be in it.
 */
function bareOpening(role: Role, readOnly: boolean): Query {
	const { text: beginning } = readOnly ? beginReadOnly : begin
	const key = `${beginning} ${role}`
	const known = bare.get(key)
	if (known) return known
	const text = `${beginning}; set local role ${role}; set local request.jwt.claims = '{"role":"${role}"}'; set local statement_timeout = ${statementTimeouts[role]}`
	const query = { text, values: [] }
	bare.set(key, query)
	return query
}

/** The statement that gives a transaction its identity. */
function scope(claims: { role: Role }, options: TransactionOptions): Query {
	const timeout = String(statementTimeoutOf(claims, options))
	const values = [claims.role, JSON.stringify(claims), timeout]
	let text = `select set_config('role', $1, true), set_config('request.jwt.claims', $2, true), set_config('statement_timeout', $3, true)`
	for (const [name, value] of Object.entries(options.settings ?? {})) {
		values.push(name, value)
		text += `, set_config($${values.length - 1}, $${values.length}, true)`
	}
	return { text, values, name: `scope_${values.length}` }
}
