import type { NewCredential } from '#platform/auth/factors/webauthn/ceremony.ts'
import { sql } from '#platform/pg/sql.ts'

/** A passkey as its owner sees it. */
export type PasskeyRow = {
	id: string
	friendly_name: string | null
	created_at: Date
	last_used_at: Date | null
}

/** @param userId null when the credential identifies the user */
export const insertWebauthnChallenge = (
	id: string,
	userId: string | null,
	purpose: 'registration' | 'authentication',
	challenge: string,
) => sql`
	insert into auth.webauthn_challenges (id, user_id, purpose, challenge)
	values (${id}, ${userId}, ${purpose}, ${challenge})`

/** Deleting makes a challenge single-use: of concurrent answers exactly one gets the row. */
export const consumeWebauthnChallenge = (
	id: string,
	userId: string | null,
	purpose: 'registration' | 'authentication',
) => sql`
	delete from auth.webauthn_challenges
	where id = ${id} and purpose = ${purpose} and user_id is not distinct from ${userId}
	returning challenge, created_at < now() - interval '5 minutes' as expired`

export const deleteOldWebauthnChallenges = () => sql`
	delete from auth.webauthn_challenges where created_at < now() - interval '1 hour'`

export const passkeysOf = (userId: string) => sql`
	select * from auth.webauthn_credentials
	where user_id = ${userId} and factor_id is null order by created_at, id`

export const passkeyByCredential = (credentialId: Buffer) => sql`
	select * from auth.webauthn_credentials where credential_id = ${credentialId} and factor_id is null`

export const renamePasskey = (userId: string, id: string, name: string) => sql`
	update auth.webauthn_credentials set friendly_name = ${name}, updated_at = now()
	where id = ${id} and user_id = ${userId} and factor_id is null
	returning *`

export const deletePasskey = (userId: string, id: string) => sql`
	delete from auth.webauthn_credentials where id = ${id} and user_id = ${userId} and factor_id is null
	returning id`

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
