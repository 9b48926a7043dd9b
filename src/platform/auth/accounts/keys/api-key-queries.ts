import { sql } from '#platform/pg/sql.ts'

/** One generation of API keys. */
export type ApiKeyRow = { generation: number; sealed: Buffer | null; taken_back: string[] }

/** Oldest first. */
export const selectApiKeys = () => sql`
	select generation, sealed, taken_back from auth.api_keys order by generation`

/** Requires the lock of signing keys. */
export const insertApiKeys = (sealed: Buffer | null, takenBack: readonly string[]) => sql`
	insert into auth.api_keys (generation, sealed, taken_back)
	select coalesce(max(generation), 0) + 1, ${sealed}, ${takenBack} from auth.api_keys`

export const deleteAllApiKeys = () => sql`delete from auth.api_keys`

/** A database of an earlier version has no such table. */
export const findApiKeys = `select to_regclass('auth.api_keys') is not null as exists`
