import { prepared, sql } from '#server/pg/sql.ts'

/** Where the outbox stands: everything that is committed now, and which outbox it is. */
export const readMoment = () => sql`
	select pg_current_snapshot()::text as snapshot, realtime.open_outbox()::text as epoch`

const bytesOfAPage = 8_388_608

/** The columns of a page: where it stands (the same in each row), then a change, or nulls when there is none. */
const columns = `
	moment.until::text as until, moment.epoch::text as epoch, moment.pruned::text as pruned,
	n.id::text as id, n.xid::text as xid, n.schema_name, n.table_name, n.op, n.key, n.new_row::text as new_row,
	n.old_row::text as old_row, n.is_cut, to_char(n.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at`
/** Of `fresh` changes, as many as fit into a page, but one at least. */
const news = `
	weighed as (
		select *, row_number() over (order by id) as place,
			sum(coalesce(octet_length(new_row::text), 0) + coalesce(octet_length(old_row::text), 0)) over (order by id) as bytes
		from fresh
	),
	news as (select * from weighed where bytes <= ${bytesOfAPage} or place = 1)`

/**
 * Changes committed since a moment, in the order in which they were made: the first page of them. All rows tell the
 * moment of this reading (`until`), which outbox it is (null when a crash wiped it), what of it was pruned, and
 * whether this is all. `xid >= xmin` is implied by the rest; it lets the index find the few among hundreds of thousands.
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
		${news}
		select ${columns}, (select count(*) from found) = (select count(*) from news) as is_last,
			(select max(id) from news)::text as reached
		from moment left join news n on true order by n.id`,
		[since],
	)

/**
 * The next page of a reading that was begun at `until`: a stretch of the outbox, read through from where the last page
 * ended (`reached`), whatever is in it.
 */
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
		${news},
		cut as (select (select count(*) from fresh) > (select count(*) from news) as is_cut)
		select ${columns}, not cut.is_cut and (select count(*) from stretch) < 1000 as is_last,
			case when cut.is_cut then (select max(id) from news) else (select max(id) from stretch) end::text as reached
		from moment cross join cut left join news n on true order by n.id`,
		[since, until, after],
	)

/**
 * Transaction-local: estimates for a table that is filled and emptied all the time must not lead past its indexes. What
 * that makes of the estimated costs must not lead to compiling the query for seconds, where that is on.
 */
export const readingSettings = { enable_seqscan: 'off', jit: 'off' }

/** Drops what every node that is not far behind has read. */
export const pruneChanges = (minutes: number) => sql`
	select realtime.prune_changes(make_interval(mins => ${minutes}))`
