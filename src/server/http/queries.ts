import { sql } from '#server/pg/sql.ts'

/** Proves that the database takes writes, not only that it answers. */
export const probeQuery = () => sql`
	insert into plaudit.probe (id, at) values (1, now())
	on conflict (id) do update set at = excluded.at
	returning at`

/**
 * Makes PostgreSQL write a temporary file of a few hundred kilobytes: on a full disk the row above, which is rewritten in place, can
 * still be stored.
 */
export const spillQuery = () => sql`select count(*) from generate_series(1, 10000)`
