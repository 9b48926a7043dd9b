import { sql } from '#platform/pg/sql.ts'

export const instanceTotals = () => sql`
	select accounts::float, testimonials::float, today::float from private.instance_totals()`

export const instanceSpaces = () => sql`
	select s.id, s.name, s.created_at, s.members::float, s.testimonials::float, s.bytes::float, s.most_bytes::float, s.most_testimonials,
		i.last_sign_in
	from private.instance_spaces() s left join private.instance_sign_ins() i on i.space = s.id
	order by s.bytes desc, s.name, s.id`

/** Files by bucket, the largest first. */
export const instanceFiles = () => sql`
	select bucket as kind, files::float, bytes::float, month_bytes::float from private.instance_files() order by bytes desc, bucket`

/** Jobs that failed at least once, those given up first. The error is cut: it may hold a whole answer of another server. */
export const troubledJobs = () => sql`
	select id::text, kind, payload ->> 'to' as "to", attempts, left(last_error, 300) as last_error, failed_at, run_at
	from plaudit.jobs where last_error is not null or failed_at is not null
	order by failed_at is null, coalesce(failed_at, run_at) desc, id limit 50`

/** A job begins again with all of its attempts. */
export const retryJob = (id: string) => sql`
	update plaudit.jobs set failed_at = null, attempts = 0, run_at = now() where id = ${id}::bigint
		and (failed_at is not null or last_error is not null)
	returning id`

/** Only a job that was given up is removed: a repeated one must stay. */
export const dropJob = (id: string) => sql`
	delete from plaudit.jobs where id = ${id}::bigint and failed_at is not null returning id`

export const setLimits = (space: string, bytes: number | null, testimonials: number | null) => sql`
	select private.set_space_limits(${space}::uuid, ${bytes}::bigint, ${testimonials}::int) as found`

/** True when the caller's session has shown the second factor that the account has. */
export const hasShownFactors = () => sql`select private.has_shown_factors() as ok`
