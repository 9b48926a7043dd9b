import { sql } from '#server/pg/sql.ts'

/** A job in a worker's hands. */
export type ClaimedJob = {
	id: string
	kind: string
	payload: Record<string, unknown>
	attempts: number
	max_attempts: number
	/** Not so old yet that it should better be given up. */
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

/** Takes due jobs of some kinds for `leaseSeconds`; after that another worker may take them over. */
export const claimJobs = (kinds: readonly string[], limit: number, leaseSeconds: number) => sql`
	update plaudit.jobs
	set attempts = attempts + 1, run_at = now() + make_interval(secs => ${leaseSeconds})
	where id in (
		select id from plaudit.jobs
		where failed_at is null and run_at <= now() and kind = any(${kinds})
		order by run_at, id
		limit ${limit}
		for update skip locked
	)
	returning id, kind, payload, attempts, max_attempts, created_at > now() - interval '3 days' as may_wait`

export const finishJob = (id: string) => sql`delete from plaudit.jobs where id = ${id}`

/** A recurring job waits for its next turn. */
export const repeatJob = (id: string, delaySeconds: number) => sql`
	update plaudit.jobs
	set run_at = now() + make_interval(secs => ${delaySeconds}), attempts = 0, last_error = null
	where id = ${id}`

export const retryJob = (id: string, error: string, delaySeconds: number) => sql`
	update plaudit.jobs
	set run_at = now() + make_interval(secs => ${delaySeconds}), last_error = ${error}
	where id = ${id}`

/** Its turn has not come: as if nobody had begun it. */
export const postponeJob = (id: string, reason: string, delaySeconds: number) => sql`
	update plaudit.jobs
	set run_at = now() + make_interval(secs => ${delaySeconds}), attempts = attempts - 1, last_error = ${reason}
	where id = ${id}`

/** Given up; it stays for the operator to see, for a month. */
export const failJob = (id: string, error: string) => sql`
	update plaudit.jobs set failed_at = now(), last_error = ${error} where id = ${id}`
