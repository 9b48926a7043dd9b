import { sql } from '#server/pg/sql.ts'

/** Seconds to wait; 0 when granted. */
export const takeBudget = (key: string, periodSeconds: number, burst: number) => sql`
	select auth.take_budget(${key}, make_interval(secs => ${periodSeconds}), ${burst}) as wait`

/** Gives one unit back: what it was taken for did not happen. */
export const returnBudget = (key: string, periodSeconds: number) => sql`
	update auth.rate_limits set tat = tat - make_interval(secs => ${periodSeconds}) where key = ${key}`

export const forgetSpentBudgets = () => sql`
	delete from auth.rate_limits where tat < now()`
