import { sql } from '#platform/pg/sql.ts'
import type { PkceChallenge } from './pkce.ts'

export type EmailFlowMethod = 'email/signup' | 'magiclink' | 'recovery' | 'email_change' | 'invite'

/** A finished flow whose code waits to be exchanged. */
export type FinishedFlow = {
	user_id: string
	code_challenge: string
	code_challenge_method: 's256' | 'plain'
	authentication_method: EmailFlowMethod | 'oauth' | 'sso/saml'
	provider: string
	provider_access_token: string | null
	provider_refresh_token: string | null
	/** The end of the session that the identity provider set. */
	session_not_after: Date | null
	expired: boolean
}

export const insertEmailFlow = (
	userId: string,
	method: EmailFlowMethod,
	{ challenge, method: how }: PkceChallenge,
) => sql`
	insert into auth.flow_state (user_id, code_challenge, code_challenge_method, provider, authentication_method)
	values (${userId}, ${challenge}, ${how}, 'email', ${method})`

/** Issues the code of the newest flow of a user and method; no row when there is none. */
export const issueAuthCode = (userId: string, method: EmailFlowMethod) => sql`
	update auth.flow_state set auth_code_issued_at = now()
	where id = (
		select id from auth.flow_state
		where user_id = ${userId} and authentication_method = ${method}
			and auth_code_issued_at is null and code_challenge is not null
		order by created_at desc limit 1
		for update
	)
	returning auth_code`

/**
 * Deletes the flow of a code at its first use, right, wrong or late. The user is locked first: a code that ends with a
 * password or a reclaimed account must not give access.
 */
export const consumeAuthCode = (authCode: string) => sql`
	with owner as materialized (
		select id from auth.users where id in (select user_id from auth.flow_state where auth_code = ${authCode}) for update
	)
	delete from auth.flow_state f using owner
	where f.user_id = owner.id and auth_code = ${authCode} and auth_code_issued_at is not null and code_challenge is not null
	returning user_id, code_challenge, code_challenge_method, authentication_method, provider,
		provider_access_token, provider_refresh_token, session_not_after,
		auth_code_issued_at < now() - interval '5 minutes' as expired`

export const deleteOldFlowStates = () => sql`
	delete from auth.flow_state where created_at < now() - interval '1 day'`
