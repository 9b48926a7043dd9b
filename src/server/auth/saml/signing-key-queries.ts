import { sql } from '#server/pg/sql.ts'

export const signingKey = () => sql`select sealed_key from auth.saml_signing_key`

/** The first one stays. */
export const keepSigningKey = (sealed: Buffer) => sql`
	insert into auth.saml_signing_key (sealed_key) values (${sealed}) on conflict do nothing`
