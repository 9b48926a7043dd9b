import { sql } from '#platform/pg/sql.ts'

/** Takes the spaces whose purge is queued. Each is taken once, by one node. */
export const takeQueuedSpaces = (kind: string) => sql`
	with taken as (
		delete from plaudit.jobs where id in (
			select id from plaudit.jobs where kind = ${kind} and failed_at is null for update skip locked
		)
		returning payload ->> 'space' as space
	)
	select distinct space from taken order by space`
