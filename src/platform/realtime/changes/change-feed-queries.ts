import { prepared, sql } from '#platform/pg/sql.ts'

/** The current snapshot and the epoch of the outbox, which changes when a crash empties it. */
export const readOutboxSnapshot = () => sql`
	select pg_current_snapshot()::text as snapshot, realtime.open_outbox()::text as epoch`

const bytesOfAPage = 8_388_608

/** Columns of a page: its position (equal in all rows), then a change, or nulls when there is none. */
const columns = `
	moment.until::text as until, moment.epoch::text as epoch, moment.pruned::text as pruned,
	n.id::text as id, n.xid::text as xid, n.schema_name, n.table_name, n.op, n.key, n.new_row::text as new_row,
	n.old_row::text as old_row, n.is_cut, to_char(n.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at`
/** As many `fresh` changes as fit into a page, at least one. */
const pageRows = `
	weighed as (
		select *, row_number() over (order by id) as place,
			sum(coalesce(octet_length(new_row::text), 0) + coalesce(octet_length(old_row::text), 0)) over (order by id) as bytes
		from fresh
	),
	news as (select * from weighed where bytes <= ${bytesOfAPage} or place = 1)`

/**
 * The first page of changes after a snapshot, in the order of their ids. Each row repeats the snapshot of this query
 * (`until`), the epoch (null after a crash) and the pruned snapshot. `xid >= xmin` is redundant, but lets the index be used.
 */
export const readChanges = (since: string) =>
	prepared(
		`with moment as (
			select pg_current_snapshot() as until, (select epoch from realtime.horizon where is_only) as epoch,
				(select snapshot from realtime.horizon where is_only) as pruned
		),
		found as materialized (
			select id from realtime.changes
			where xid >= pg_snapshot_xmin($1::pg_snapshot) and not pg_visible_in_snapshot(xid, $1::pg_snapshot)
		),
		fresh as (
			select c.* from (select id from found order by id limit 500) f join realtime.changes c using (id)
		),
		${pageRows}
		select ${columns}, (select count(*) from found) = (select count(*) from news) as is_last,
			(select max(id) from news)::text as reached
		from moment left join news n on true order by n.id`,
		[since],
	)

/** A further page of the changes up to `until`: scans the outbox from the end of the last page (`reached`). */
export const readMoreChanges = (since: string, until: string, after: string) =>
	prepared(
		`with moment as (
			select $2::pg_snapshot as until, (select epoch from realtime.horizon where is_only) as epoch,
				(select snapshot from realtime.horizon where is_only) as pruned
		),
		stretch as materialized (select * from realtime.changes where id > $3::bigint order by id limit 1000),
		fresh as (
			select * from stretch
			where not pg_visible_in_snapshot(xid, $1::pg_snapshot) and pg_visible_in_snapshot(xid, $2::pg_snapshot)
		),
		${pageRows},
		cut as (select (select count(*) from fresh) > (select count(*) from news) as is_cut)
		select ${columns}, not cut.is_cut and (select count(*) from stretch) < 1000 as is_last,
			case when cut.is_cut then (select max(id) from news) else (select max(id) from stretch) end::text as reached
		from moment cross join cut left join news n on true order by n.id`,
		[since, until, after],
	)

/**
 * Forces the use of indexes, as estimates for a table that is constantly filled and pruned are unreliable. Without seqscan
 * the estimated costs would trigger JIT, which takes seconds.
 */
export const outboxReadSettings = { enable_seqscan: 'off', jit: 'off' }

/** Deletes changes that every node within `minutes` has read. */
export const pruneChanges = (minutes: number) => sql`
	select realtime.prune_changes(make_interval(mins => ${minutes}))`
