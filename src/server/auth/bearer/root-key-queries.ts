import { sql } from '#server/pg/sql.ts'

/** Of two nodes that start first at the same moment, one writes, and the other waits for it and writes nothing. */
export const claimRootKey = (fingerprint: string) => sql`
	insert into auth.root_key (fingerprint) values (${fingerprint}) on conflict (singleton) do nothing`

export const replaceRootKey = (fingerprint: string) => sql`
	insert into auth.root_key (fingerprint) values (${fingerprint})
	on conflict (singleton) do update set fingerprint = excluded.fingerprint, adopted_at = now()`

export const rootKey = () => sql`select fingerprint from auth.root_key`
