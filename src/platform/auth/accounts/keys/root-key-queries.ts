import { sql } from '#platform/pg/sql.ts'

/** One of two nodes that start for the first time at once inserts; the other waits for its commit and inserts nothing. */
export const insertRootKey = (fingerprint: string) => sql`
	insert into auth.root_key (fingerprint) values (${fingerprint}) on conflict (singleton) do nothing`

export const replaceRootKey = (fingerprint: string) => sql`
	insert into auth.root_key (fingerprint) values (${fingerprint})
	on conflict (singleton) do update set fingerprint = excluded.fingerprint, adopted_at = now()`

export const selectRootKey = () => sql`select fingerprint from auth.root_key`

/** Waits for a rotation that is under way. */
export const selectRootKeyForShare = () => sql`select fingerprint from auth.root_key for share`

export type FormerSecretRow = { fingerprint: string; sealed: Buffer; is_compromised: boolean }

/** The purpose under which a former root secret is sealed. */
export const formerSecretPurpose = (fingerprint: string) => `former-root-secret/${fingerprint}`

/** Newest first. */
export const selectFormerSecrets = () => sql`
	select fingerprint, sealed, is_compromised from auth.former_root_secrets order by replaced_at desc`

export const insertFormerSecret = ({ fingerprint, sealed, is_compromised }: FormerSecretRow) => sql`
	insert into auth.former_root_secrets (fingerprint, sealed, is_compromised) values (${fingerprint}, ${sealed}, ${is_compromised})`

export const deleteFormerSecrets = () => sql`delete from auth.former_root_secrets`

/** A database that was never migrated has no such table. */
export const findRootKeys = `select to_regclass('auth.root_key') is not null as exists`
