import { sql } from '#server/pg/sql.ts'
import type { NewKey } from './ceremony.ts'

/** @param factorId null for a passkey */
export const insertKey = (id: string, userId: string, factorId: string | null, key: NewKey) => sql`
	insert into auth.webauthn_credentials
		(id, user_id, factor_id, credential_id, public_key, sign_count, transports, aaguid, backup_eligible, backed_up)
	values (
		${id}, ${userId}, ${factorId}, ${key.credentialId}, ${key.publicKey}, ${key.signCount}, ${key.transports},
		${key.aaguid}, ${key.backupEligible}, ${key.backedUp}
	)`

/** Keys of somebody's second factors. */
export const factorKeysOf = (userId: string) => sql`
	select * from auth.webauthn_credentials where user_id = ${userId} and factor_id is not null order by created_at`

export const keyOfFactor = (factorId: string) => sql`
	select * from auth.webauthn_credentials where factor_id = ${factorId}`

/** Of two uses of one key at the same count, or of a copy of it, one gets the row. */
export const noteKeyUse = (id: string, former: string, signCount: number, backedUp: boolean) => sql`
	update auth.webauthn_credentials
	set sign_count = ${signCount}, backed_up = ${backedUp}, last_used_at = now(), updated_at = now()
	where id = ${id} and sign_count = ${former}
	returning id`
