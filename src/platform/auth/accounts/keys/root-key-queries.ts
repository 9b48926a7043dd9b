import { sql } from '#platform/pg/sql.ts'

/** Of two nodes that start for the first time at once, one inserts; the other waits for its commit and inserts nothing. */
export const insertRootKey = (fingerprint: string) => sql`
	insert into auth.root_key (fingerprint) values (${fingerprint}) on conflict (singleton) do nothing`

export const replaceRootKey = (fingerprint: string) => sql`
	insert into auth.root_key (fingerprint) values (${fingerprint})
	on conflict (singleton) do update set fingerprint = excluded.fingerprint, adopted_at = now()`

export const selectRootKey = () => sql`select fingerprint from auth.root_key`

/** A database that was never migrated has no such table. */
export const findRootKeys = `select to_regclass('auth.root_key') is not null as exists`
