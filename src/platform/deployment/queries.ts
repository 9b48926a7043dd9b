import { sql } from '#platform/pg/sql.ts'

/** The time of PostgreSQL's machine, in milliseconds since 1970. */
export const databaseTime = () => sql`select extract(epoch from clock_timestamp())::float8 * 1000 as milliseconds`
