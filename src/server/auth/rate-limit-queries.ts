import { sql } from '#server/pg/sql.ts'

/** Seconds to wait; 0 when granted. */
export const takeBudget = (key: string, periodSeconds: number, burst: number) => sql`
	select auth.take_budget(${key}, make_interval(secs => ${periodSeconds}), ${burst}) as wait`

export const forgetSpentBudgets = () => sql`
	delete from auth.rate_limits where tat < now()`
