import { sql } from '#server/pg/sql.ts'

/** @param most null lifts the limit */
export const setLimit = (name: 'spaces_per_account', most: number | null) => sql`
	insert into private.limits (name, most) values (${name}, ${most})
	on conflict (name) do update set most = excluded.most where limits.most is distinct from excluded.most`
