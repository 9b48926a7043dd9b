import { sql } from '#platform/pg/sql.ts'

/** A job taken by a worker. */
export type ClaimedJob = {
	id: string
	kind: string
	payload: Record<string, unknown>
	attempts: number
	max_attempts: number
	/** True when it is young enough to be postponed again. */
	may_wait: boolean
}

export const insertJob = (
	kind: string,
	payload: Record<string, unknown>,
	delaySeconds: number,
	uniqueKey: string | null,
) => sql`
	insert into plaudit.jobs (kind, payload, unique_key, run_at)
	values (${kind}, ${JSON.stringify(payload)}::jsonb, ${uniqueKey}, now() + make_interval(secs => ${delaySeconds}))
	on conflict do nothing`

/** Takes due jobs of some kinds, and none of `running`, for `leaseSeconds`; after that another worker may take them. */
export const claimJobs = (
	kinds: readonly string[],
	running: readonly string[],
	limit: number,
	leaseSeconds: number,
) => sql`
	update plaudit.jobs
	set attempts = attempts + 1, run_at = now() + make_interval(secs => ${leaseSeconds})
	where id in (
		select id from plaudit.jobs
		where failed_at is null and run_at <= now() and kind = any(${kinds}) and id <> all(${running}::bigint[])
		order by run_at, id
		limit ${limit}
		for update skip locked
	)
	returning id, kind, payload, attempts, max_attempts, created_at > now() - interval '3 days' as may_wait`

/** Keeps a job that still runs from being taken by another worker. */
export const renewLease = (id: string, leaseSeconds: number) => sql`
	update plaudit.jobs set run_at = now() + make_interval(secs => ${leaseSeconds})
	where id = ${id} and failed_at is null`

export const finishJob = (id: string) => sql`delete from plaudit.jobs where id = ${id}`

/** A recurring job waits for its next run. */
export const repeatJob = (id: string, delaySeconds: number) => sql`
	update plaudit.jobs
	set run_at = now() + make_interval(secs => ${delaySeconds}), attempts = 0, last_error = null
	where id = ${id}`

export const retryJob = (id: string, error: string, delaySeconds: number) => sql`
	update plaudit.jobs
	set run_at = now() + make_interval(secs => ${delaySeconds}), last_error = ${error}
	where id = ${id}`

/** Postpones a job without counting the attempt. */
export const postponeJob = (id: string, reason: string, delaySeconds: number) => sql`
	update plaudit.jobs
	set run_at = now() + make_interval(secs => ${delaySeconds}), attempts = attempts - 1, last_error = ${reason}
	where id = ${id}`

/** Marks a job as failed; it is kept for a month. */
export const failJob = (id: string, error: string) => sql`
	update plaudit.jobs set failed_at = now(), last_error = ${error} where id = ${id}`
