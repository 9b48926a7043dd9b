import type { Challenge } from '#server/auth/grants/pkce.ts'
import { sql } from '#server/pg/sql.ts'

export type MailFlowMethod = 'email/signup' | 'magiclink' | 'recovery' | 'email_change' | 'invite'

/** A flow that ended well and waits for its code to be exchanged. */
export type FinishedFlow = {
	user_id: string
	code_challenge: string
	code_challenge_method: 's256' | 'plain'
	authentication_method: MailFlowMethod | 'oauth' | 'sso/saml'
	provider: string
	provider_access_token: string | null
	provider_refresh_token: string | null
	/** When the session must end; an identity provider's wish. */
	session_not_after: Date | null
	expired: boolean
}

export const beginMailFlow = (
	userId: string,
	method: MailFlowMethod,
	{ challenge, method: how }: Challenge,
) => sql`
	insert into auth.flow_state (user_id, code_challenge, code_challenge_method, provider, authentication_method)
	values (${userId}, ${challenge}, ${how}, 'email', ${method})`

/** The newest flow of a user and method gets its code; nothing when there is none. */
export const issueCode = (userId: string, method: MailFlowMethod) => sql`
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
 * A code is tried once: right, wrong or late, it is gone. Its owner is locked first, as with every link: a code that goes with
 * a password, or with whoever had the account before, opens nothing afterwards.
 */
export const spendAuthCode = (authCode: string) => sql`
	with owner as materialized (
		select id from auth.users where id in (select user_id from auth.flow_state where auth_code = ${authCode}) for update
	)
	delete from auth.flow_state f using owner
	where f.user_id = owner.id and auth_code = ${authCode} and auth_code_issued_at is not null and code_challenge is not null
	returning user_id, code_challenge, code_challenge_method, authentication_method, provider,
		provider_access_token, provider_refresh_token, session_not_after,
		auth_code_issued_at < now() - interval '5 minutes' as expired`

export const dropOldFlows = () => sql`
	delete from auth.flow_state where created_at < now() - interval '1 day'`
