import { sql } from '#platform/pg/sql.ts'
import type { NewCredential } from './ceremony.ts'

/** @param factorId null for a passkey */
export const insertCredential = (id: string, userId: string, factorId: string | null, key: NewCredential) => sql`
	insert into auth.webauthn_credentials
		(id, user_id, factor_id, credential_id, public_key, sign_count, transports, aaguid, backup_eligible, backed_up)
	values (
		${id}, ${userId}, ${factorId}, ${key.credentialId}, ${key.publicKey}, ${key.signCount}, ${key.transports},
		${key.aaguid}, ${key.backupEligible}, ${key.backedUp}
	)`

/** Credentials of a user's WebAuthn factors. */
export const factorCredentialsOf = (userId: string) => sql`
	select * from auth.webauthn_credentials where user_id = ${userId} and factor_id is not null order by created_at`

export const credentialOfFactor = (factorId: string) => sql`
	select * from auth.webauthn_credentials where factor_id = ${factorId}`

/** Only one of two uses at the same count, by the key or a copy, gets the row. */
export const updateSignCount = (id: string, former: string, signCount: number, backedUp: boolean) => sql`
	update auth.webauthn_credentials
	set sign_count = ${signCount}, backed_up = ${backedUp}, last_used_at = now(), updated_at = now()
	where id = ${id} and sign_count = ${former}
	returning id`
