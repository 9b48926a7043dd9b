import { sql } from '#platform/pg/sql.ts'

/** Null where the owner of the database may not see it. */
export type DatabaseStats = {
	version: string
	size: number
	commits: number
	rollbacks: number
	deadlocks: number
	read: number
	hit: number
	connections: number
	most_connections: number
	oldest_transaction: number | null
	timed: number
	requested: number
	wal: number
	replicas: number
	replication_lag: number | null
}
export const databaseStats = () => sql`select plaudit.database_stats() as stats`

export type JobCounts = { kind: string; due: string; later: string; failed: string; oldest: string | null }
/** Kinds are named by the program, so their number is bounded. */
export const jobCounts = () => sql`
	select kind, count(*) filter (where failed_at is null and run_at <= now()) as due,
		count(*) filter (where failed_at is null and run_at > now()) as later,
		count(*) filter (where failed_at is not null) as failed,
		extract(epoch from now() - min(run_at) filter (where failed_at is null and run_at <= now())) as oldest
	from plaudit.jobs group by kind order by kind`

/** True when the server is no standby, and its sessions may write. The transaction that asks may be read-only itself. */
export const databaseWritable = () => sql`
	select not (pg_is_in_recovery() or current_setting('default_transaction_read_only')::boolean) as writable`
