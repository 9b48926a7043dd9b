import type { Challenge } from '#server/auth/grants/pkce.ts'
import { sql } from '#server/pg/sql.ts'

/** Somebody on the way to an identity provider. */
export type NewVisit = {
	id: string
	providerId: string
	requestId: string
	redirectTo: string
	flowId: string | null
	/** The hash of the browser's mark, where the same has to come back. */
	browser: Buffer | null
}
export type Visit = {
	sso_provider_id: string
	request_id: string
	redirect_to: string
	flow_state_id: string | null
	browser_hash: Buffer | null
	expired: boolean
}

export const beginVisit = (v: NewVisit) => sql`
	insert into auth.saml_relay_states (id, sso_provider_id, request_id, redirect_to, flow_state_id, browser_hash)
	values (${v.id}, ${v.providerId}, ${v.requestId}, ${v.redirectTo}, ${v.flowId}, ${v.browser})`

/** A visit ends once, well or not. */
export const endVisit = (id: string) => sql`
	delete from auth.saml_relay_states where id = ${id}
	returning sso_provider_id, request_id, redirect_to, flow_state_id, browser_hash,
		created_at <= now() - interval '2 minutes' as expired`

export const beginCompanyFlow = (
	id: string,
	providerId: string,
	redirectTo: string,
	{ challenge, method }: Challenge,
) => sql`
	insert into auth.flow_state (id, provider, authentication_method, redirect_to, code_challenge, code_challenge_method)
	values (${id}, ${providerId}, 'sso/saml', ${redirectTo}, ${challenge}, ${method})`

/** The flow ended well; its code waits to be exchanged. Nothing when it is gone. */
export const finishCompanyFlow = (id: string, userId: string, sessionEnd: Date | null) => sql`
	update auth.flow_state
	set user_id = ${userId}, auth_code_issued_at = now(), session_not_after = ${sessionEnd}
	where id = ${id} and auth_code_issued_at is null
	returning auth_code`

/** Marks an assertion as used; nothing when it was before. */
export const useAssertion = (digest: Buffer, deadFrom: Date) => sql`
	insert into auth.saml_assertions (digest, expires_at) values (${digest}, ${deadFrom})
	on conflict do nothing returning digest`

export const dropOldVisits = () => sql`
	delete from auth.saml_relay_states where created_at < now() - interval '1 day'`

export const dropDeadAssertions = () => sql`
	delete from auth.saml_assertions where expires_at < now()`
