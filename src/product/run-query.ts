import type { TransactionOptions } from '#platform/pg/begin-transaction.ts'
import type { Claims, Db } from '#platform/pg/db.ts'
import type { Query } from '#platform/pg/sql.ts'

/** Visitors without a session: row-level security shows them what is public. */
export const anon = { role: 'anon' } as const
/** The server itself, past row-level security. */
export const service = { role: 'service_role' } as const

/** Runs one statement in a transaction of its own, which takes a single round trip. */
export function runQuery<Row extends object>(
	db: Pick<Db, 'as'>,
	claims: Claims,
	query: Query,
	options?: TransactionOptions,
): Promise<Row[]> {
	return db.as(claims, (tx) => tx.final<Row>(query), options)
}

/**
 * Runs one statement that only reads.
 * @param shardKey id of the space that it is about, if it is known
 */
export function readQuery<Row extends object>(
	db: Pick<Db, 'as'>,
	claims: Claims,
	query: Query,
	shardKey?: string,
): Promise<Row[]> {
	return runQuery(db, claims, query, { readOnly: true, shardKey })
}
