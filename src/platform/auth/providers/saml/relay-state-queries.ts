import type { PkceChallenge } from '#platform/auth/accounts/tokens/pkce.ts'
import { sql } from '#platform/pg/sql.ts'

/** A sign-in at an identity provider that has not returned yet. */
export type NewRelayState = {
	id: string
	providerId: string
	requestId: string
	redirectTo: string
	flowId: string | null
	/** The hash of the browser's cookie, if the same browser has to return. */
	browser: Buffer | null
}
export type RelayStateRow = {
	sso_provider_id: string
	request_id: string
	redirect_to: string
	flow_state_id: string | null
	browser_hash: Buffer | null
	expired: boolean
}

export const insertRelayState = (v: NewRelayState) => sql`
	insert into auth.saml_relay_states (id, sso_provider_id, request_id, redirect_to, flow_state_id, browser_hash)
	values (${v.id}, ${v.providerId}, ${v.requestId}, ${v.redirectTo}, ${v.flowId}, ${v.browser})`

/** A relay state can be used once. */
export const consumeRelayState = (id: string) => sql`
	delete from auth.saml_relay_states where id = ${id}
	returning sso_provider_id, request_id, redirect_to, flow_state_id, browser_hash,
		created_at <= now() - interval '2 minutes' as expired`

export const insertSsoFlow = (
	id: string,
	providerId: string,
	redirectTo: string,
	{ challenge, method }: PkceChallenge,
) => sql`
	insert into auth.flow_state (id, provider, authentication_method, redirect_to, code_challenge, code_challenge_method)
	values (${id}, ${providerId}, 'sso/saml', ${redirectTo}, ${challenge}, ${method})`

/** Finishes a flow, whose code can then be exchanged; no row when it is gone. */
export const finishSsoFlow = (id: string, userId: string, sessionEnd: Date | null) => sql`
	update auth.flow_state
	set user_id = ${userId}, auth_code_issued_at = now(), session_not_after = ${sessionEnd}
	where id = ${id} and auth_code_issued_at is null
	returning auth_code`

/** Marks an assertion as used; no row when it was used before. */
export const insertUsedAssertion = (digest: Buffer, deadFrom: Date) => sql`
	insert into auth.saml_assertions (digest, expires_at) values (${digest}, ${deadFrom})
	on conflict do nothing returning digest`

export const deleteOldRelayStates = () => sql`
	delete from auth.saml_relay_states where created_at < now() - interval '1 day'`

export const deleteExpiredAssertions = () => sql`
	delete from auth.saml_assertions where expires_at < now()`
