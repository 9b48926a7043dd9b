import { sql } from '#platform/pg/sql.ts'

export const selectSamlSigningKey = () => sql`select sealed_key from auth.saml_signing_key`

/** The first key stays. */
export const insertSamlSigningKey = (sealed: Buffer) => sql`
	insert into auth.saml_signing_key (sealed_key) values (${sealed}) on conflict do nothing`
