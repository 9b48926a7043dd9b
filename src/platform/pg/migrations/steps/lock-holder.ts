import type pg from 'pg'

/** A session that holds a lock, in words for the operator. */
export type Holder = { pid: number | string; name: string; from: string; since: string }

/** Its address and the start of its transaction are visible to its own user, to superusers and to members of pg_read_all_stats. */
const holders = `select pid, coalesce(nullif(application_name, ''), 'without a name') as name,
		coalesce(' from ' || host(client_addr), '') as from,
		coalesce(' since ' || to_char(coalesce(xact_start, state_change) at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS UTC'), '') as since
	from pg_locks left join pg_stat_activity using (pid)
	where granted and pid <> pg_backend_pid() and database = (select oid from pg_database where datname = current_database())`

/** The holder of an advisory lock. */
export async function holderOfKey(client: pg.Client, key: number): Promise<Holder> {
	const { rows } = await client.query<Holder>(`${holders} and locktype = 'advisory' and classid = 0 and objid = $1`, [
		key,
	])
	return rows[0] ?? { pid: 'unknown', name: 'which has just ended', from: '', since: '' }
}

/** The oldest transaction that holds a lock of a table, if there is one. */
export async function holderOfTable(client: pg.Client, name: string): Promise<Holder | undefined> {
	const { rows } = await client.query<Holder>(
		`${holders} and locktype = 'relation' and relation = to_regclass($1) order by xact_start limit 1`,
		[name],
	)
	return rows[0]
}

export const describeHolder = ({ pid, name, from }: Holder): string => `PostgreSQL process ${pid}, ${name}${from}`
