import { sql } from '#platform/pg/sql.ts'

/** The time of PostgreSQL's machine, in milliseconds since 1970. */
export const databaseTime = () => sql`select extract(epoch from clock_timestamp())::float8 * 1000 as milliseconds`

/** True when mails, recurring jobs or the index of the search fail again and again. */
export type StalledWork = { mails: boolean; jobs: boolean; search: boolean }
export const stalledWork = () => sql`select mails, jobs, search from private.stalled_work()`
