import { sql } from '#platform/pg/sql.ts'

/**
 * Deletes everything that an account has besides its row: credentials, pending flows, known networks. Challenges and
 * recovery codes are deleted with their factors.
 * @param kept what a proven owner keeps: pending mail flows, the email identity, one other identity, and the phone
 * identity while the address is unconfirmed. Without it everything is deleted.
 */
export const deleteUserData = (userId: string, kept?: { identity: string | null }) => {
	const all = kept === undefined
	return sql`
	with sessions as (
		delete from auth.sessions where user_id = ${userId}
	), codes as (
		delete from auth.one_time_tokens where user_id = ${userId} and ${all}::boolean
	), flows as (
		delete from auth.flow_state
		where linking_target_id = ${userId}
			or user_id = ${userId} and (${all}::boolean or authentication_method = 'oauth')
	), factors as (
		delete from auth.mfa_factors where user_id = ${userId}
	), keys as (
		delete from auth.webauthn_credentials where user_id = ${userId}
	), challenges as (
		delete from auth.webauthn_challenges where user_id = ${userId}
	), sources as (
		delete from auth.known_sources where user_id = ${userId}
	)
	delete from auth.identities i using auth.users u
	where i.user_id = ${userId} and u.id = i.user_id
		and (${all}::boolean or i.id is distinct from ${kept?.identity ?? null}
			and i.provider <> 'email' and (i.provider <> 'phone' or u.email_confirmed_at is not null))`
}
