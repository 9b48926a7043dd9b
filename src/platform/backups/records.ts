import type { Db } from '#platform/pg/db.ts'
import { sql } from '#platform/pg/sql.ts'
import type { StoredBackup } from './backup-names.ts'

/** The last backup of an installation, as known on every node. */
export type LastBackup = {
	/** The last that succeeded. */
	name: string | null
	finished_at: Date | null
	bytes: number | null
	/** When the last check by a restore was passed. */
	checked_at: Date | null
	/** Tables that the check compared; null for one of an earlier version. */
	checked_tables: number | null
	checked_rows: number | null
	/** True when a check has begun and not ended. One of a process that was killed counts for an hour. */
	is_checking: boolean
	/** Why the latest attempt, or its check, failed. */
	problem: string | null
	/** When the latest attempt began. */
	started_at: Date | null
	/** Why the latest check by a restore failed; null when it passed or still runs. */
	check_problem: string | null
	/** Seconds that the last complete backup took. */
	seconds: number | null
	/** True when the latest attempt has not ended. One of a process that was killed counts for a day. */
	is_running: boolean
}

const service = { role: 'service_role' } as const

/** Facts of the last backups, for metrics, commands and pages of the operator. */
export async function lastBackup(db: Db): Promise<LastBackup> {
	const [row] = await db.as(service, (tx) => tx.final<LastBackup>(lastBackupQuery()))
	return row as LastBackup
}

const lastBackupQuery = () => sql`
	select done.name, done.finished_at, done.bytes::float8 as bytes, extract(epoch from done.finished_at - done.started_at)::float8 as seconds,
		checked.checked_at, checked.checked_tables, checked.checked_rows::float8 as checked_rows, tried.problem as check_problem,
		latest.problem, latest.started_at,
		coalesce(latest.finished_at is null and latest.problem is null and latest.started_at > now() - interval '1 day', false) as is_running,
		coalesce(tried.problem is null and tried.check_started_at > coalesce(tried.checked_at, '-infinity')
			and tried.check_started_at > now() - interval '1 hour', false) as is_checking
	from (values (1)) one
	left join lateral (select * from plaudit.backups where finished_at is not null order by finished_at desc limit 1) done on true
	left join lateral (select * from plaudit.backups where checked_at is not null order by checked_at desc limit 1) checked on true
	left join lateral (select * from plaudit.backups where check_started_at is not null order by check_started_at desc limit 1) tried on true
	left join lateral (select * from plaudit.backups order by started_at desc, id desc limit 1) latest on true`

/** Notes the start of a backup. @returns its number */
export async function beginRecord(db: Db, name: string, schedule: string | undefined): Promise<string> {
	const [row] = await db.as(service, (tx) =>
		tx.final<{ id: string }>(
			sql`insert into plaudit.backups (name, schedule) values (${name}, ${schedule ?? null}) returning id`,
		),
	)
	return row?.id ?? ''
}

/** The record of a backup that is in the target, also of one that this database does not know. @returns its number */
export async function findRecord(db: Db, { name, size, startedAt, madeAt }: StoredBackup): Promise<string> {
	const [row] = await db.as(service, (tx) =>
		tx.final<{ id: string }>(sql`
			with known as (select id from plaudit.backups where name = ${name} order by id desc limit 1), added as (
				insert into plaudit.backups (name, bytes, started_at, finished_at)
				select ${name}, ${size}::bigint, ${startedAt}::timestamptz, ${madeAt}::timestamptz where not exists (select from known)
				returning id
			)
			select id from known union all select id from added`),
	)
	return row?.id ?? ''
}

/** Notes that a restore of a backup is tried, which forgets why an earlier one failed. */
export async function beginCheck(db: Db, id: string): Promise<void> {
	await db.as(service, (tx) =>
		tx.final(sql`update plaudit.backups set check_started_at = now(), problem = null where id = ${id}::bigint`),
	)
}

/** Numbers of a passed check: files, tables, and the rows of these tables. */
export type CheckResult = { files: number; tables: number; rows: number }

/** The end of a backup: what is not given stays. */
export type RecordChange = { bytes?: number; finished?: boolean; checked?: CheckResult; problem?: string }

/** Notes what became of a backup, and forgets those of more than 400 days. */
export async function changeRecord(
	db: Db,
	id: string,
	{ bytes, finished, checked, problem }: RecordChange,
): Promise<void> {
	await db.as(service, async (tx) => {
		await tx.query(sql`
			update plaudit.backups set bytes = coalesce(${bytes ?? null}::bigint, bytes), problem = coalesce(${problem ?? null}, problem),
				finished_at = case when ${finished ?? false} then now() else finished_at end,
				checked_at = case when ${checked !== undefined} then now() else checked_at end,
				checked_files = coalesce(${checked?.files ?? null}::bigint, checked_files),
				checked_tables = coalesce(${checked?.tables ?? null}::int, checked_tables),
				checked_rows = coalesce(${checked?.rows ?? null}::bigint, checked_rows)
			where id = ${id}::bigint`)
		await tx.final(sql`delete from plaudit.backups where started_at < now() - interval '400 days'`)
	})
}

/** The schedule of the latest timed backup of any node, and when it began. */
export async function lastTimed(db: Db): Promise<{ schedule: string; started_at: Date } | undefined> {
	const [row] = await db.as(service, (tx) =>
		tx.final<{ schedule: string; started_at: Date }>(
			sql`select schedule, started_at from plaudit.backups where schedule is not null order by started_at desc, id desc limit 1`,
		),
	)
	return row
}
