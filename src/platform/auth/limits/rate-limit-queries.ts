import { sql } from '#platform/pg/sql.ts'

/** Seconds to wait; 0 when granted. */
export const consumeRateLimit = (key: string, periodSeconds: number, burst: number) => sql`
	select auth.take_budget(${key}, make_interval(secs => ${periodSeconds}), ${burst}) as wait`

/** Returns one unit whose action did not happen. */
export const refundRateLimit = (key: string, periodSeconds: number) => sql`
	update auth.rate_limits set tat = tat - make_interval(secs => ${periodSeconds}) where key = ${key}`

/** Counts up to a hundred thousand. */
export const countConfirmedAccounts = () => sql`
	select count(*)::int as count from (
		select from auth.users where email_confirmed_at is not null limit 100000
	) confirmed`

export const deleteExpiredRateLimits = () => sql`
	delete from auth.rate_limits where tat < now()`
