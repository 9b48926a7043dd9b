import { sql } from '#server/pg/sql.ts'

/** Where the outbox stands: everything that is committed now, and which outbox it is. */
export const readMoment = () => sql`
	select pg_current_snapshot()::text as snapshot, realtime.open_outbox()::text as epoch`

/**
 * Changes committed between two moments, in the order in which they were made, at most some 8 MB of them; a row
 * without an id when there are none. All rows tell the moment up to which was read (now, when none is given), which
 * outbox this is (null when a crash wiped it) and what of it was pruned.
 * `xid >= xmin` is implied by the rest; it lets the index find them.
 */
export const readChanges = (since: string, until: string | undefined, after: string) => sql`
	with moment as (
		select coalesce(${until ?? null}::pg_snapshot, pg_current_snapshot()) as until,
			(select epoch from realtime.horizon) as epoch, (select snapshot from realtime.horizon) as pruned
	),
	fresh as (
		select * from realtime.changes
		where xid >= pg_snapshot_xmin(${since}::pg_snapshot)
			and not pg_visible_in_snapshot(xid, ${since}::pg_snapshot)
			and pg_visible_in_snapshot(xid, (select until from moment))
			and id > ${after}::bigint
		order by id limit 500
	),
	news as (
		select *, sum(coalesce(octet_length(new_row::text), 0) + coalesce(octet_length(old_row::text), 0))
			over (order by id) as bytes, row_number() over (order by id) as place
		from fresh
	)
	select moment.until::text as until, moment.epoch::text as epoch, moment.pruned::text as pruned,
		n.id::text as id, n.xid::text as xid, n.schema_name, n.table_name, n.op, n.key, n.new_row::text as new_row,
		n.old_row::text as old_row, n.is_cut, to_char(n.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at
	from moment left join news n on n.bytes <= 8388608 or n.place = 1
	order by n.id`

/** Drops what every node that is not far behind has read. */
export const pruneChanges = (minutes: number) => sql`
	select realtime.prune_changes(make_interval(mins => ${minutes}))`
