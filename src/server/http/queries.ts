import { sql } from '#server/pg/sql.ts'

/** Proves that the database takes writes, not only that it answers. */
export const probeQuery = () => sql`
	insert into plaudit.probe (id, at) values (1, now())
	on conflict (id) do update set at = excluded.at
	returning at`
