import { sql } from '#platform/pg/sql.ts'

/** Proves that the database accepts writes. */
export const probeQuery = () => sql`
	insert into plaudit.probe (id, at) values (1, now())
	on conflict (id) do update set at = excluded.at
	returning at`

/**
 * Makes PostgreSQL write a temporary file of a few hundred kilobytes: a full disk may still accept the row above,
 * which is rewritten in place.
 */
export const spillQuery = () => sql`select count(*) from generate_series(1, 10000)`

/** Number of the named migrations that the database does not have. */
export const missingMigrations = (names: readonly string[]) => sql`
	select plaudit.migrations_without(${names}) as missing`
