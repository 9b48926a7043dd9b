import type { Db } from '#platform/pg/db.ts'
import { sql } from '#platform/pg/sql.ts'

/** What is known of the backups of an installation, on every node. */
export type LastBackup = {
	/** The last that succeeded. */
	name: string | null
	finished_at: Date | null
	bytes: number | null
	/** When the last check by a restore was passed. */
	checked_at: Date | null
	/** Why the latest attempt, or its check, failed. */
	problem: string | null
	/** When the latest attempt began. */
	started_at: Date | null
	/** Whether the latest attempt has not ended. One of a process that was killed counts for a day. */
	is_running: boolean
}

const service = { role: 'service_role' } as const

/** Facts of the last backups, for metrics, commands and pages of the operator. */
export async function lastBackup(db: Db): Promise<LastBackup> {
	const [row] = await db.as(service, (tx) => tx.final<LastBackup>(lastBackupQuery()))
	return row as LastBackup
}

const lastBackupQuery = () => sql`
	select done.name, done.finished_at, done.bytes::float8 as bytes, checked.checked_at, latest.problem, latest.started_at,
		coalesce(latest.finished_at is null and latest.problem is null and latest.started_at > now() - interval '1 day', false) as is_running
	from (values (1)) one
	left join lateral (select * from plaudit.backups where finished_at is not null order by finished_at desc limit 1) done on true
	left join lateral (select max(checked_at) as checked_at from plaudit.backups) checked on true
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

/** The end of a backup: what is not given stays. */
export type RecordChange = { bytes?: number; finished?: boolean; checked?: boolean; problem?: string }

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
				checked_at = case when ${checked ?? false} then now() else checked_at end
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
