import { sql } from '#platform/pg/sql.ts'

/** A flow at a provider that has not returned yet. */
export type NewFlow = {
	id: string
	provider: string
	verifier: string
	nonce: string | null
	redirectTo: string
	challenge: string | null
	challengeMethod: string | null
	/** The user and session that requested to link the identity, if any. */
	linkTo: { user: string; session: string | null } | null
	/** The hash of the invitation that the flow accepts. */
	invite: Buffer | null
	/** The hash of the browser's cookie. */
	browser: Buffer
}
/** A flow that returned. `identity_proof` proves who a person is and signs no user in. */
export type ClaimedFlow = {
	id: string
	authentication_method: 'oauth' | 'identity_proof'
	provider: string
	provider_verifier: string
	provider_nonce: string | null
	redirect_to: string
	code_challenge: string | null
	linking_target_id: string | null
	invite_hash: Buffer | null
	browser_hash: Buffer
	expired: boolean
}

export const insertFlowState = (f: NewFlow) => sql`
	insert into auth.flow_state
		(id, provider, authentication_method, provider_verifier, provider_nonce, redirect_to, code_challenge,
		code_challenge_method, linking_target_id, linking_session_id, invite_hash, browser_hash)
	values
		(${f.id}, ${f.provider}, 'oauth', ${f.verifier}, ${f.nonce}, ${f.redirectTo}, ${f.challenge},
		${f.challengeMethod}, ${f.linkTo?.user ?? null}, ${f.linkTo?.session ?? null}, ${f.invite}, ${f.browser})`

/** Inserts a flow that proves an identity. `context` is for the one who started it. */
export const insertProofState = (
	f: Pick<NewFlow, 'id' | 'provider' | 'verifier' | 'nonce' | 'browser'> & { context: string },
) => sql`
	insert into auth.flow_state
		(id, provider, authentication_method, provider_verifier, provider_nonce, redirect_to, browser_hash)
	values (${f.id}, ${f.provider}, 'identity_proof', ${f.verifier}, ${f.nonce}, ${f.context}, ${f.browser})`

/** A state can be claimed once. */
export const claimFlowStateRow = (id: string) => sql`
	update auth.flow_state set claimed_at = now()
	where id = ${id} and claimed_at is null and authentication_method in ('oauth', 'identity_proof')
	returning id, authentication_method, provider, provider_verifier, provider_nonce, redirect_to, code_challenge, linking_target_id,
		invite_hash, browser_hash, created_at < now() - interval '5 minutes' as expired`

export const flowStateExists = (id: string) => sql`select from auth.flow_state where id = ${id}`

/** Finishes a flow, whose code can then be exchanged. Tokens are sealed (complete-sign-in.ts). */
export const finishFlowState = (id: string, userId: string, accessToken: string, refreshToken: string | null) => sql`
	update auth.flow_state
	set user_id = ${userId}, auth_code_issued_at = now(),
		provider_access_token = ${accessToken}, provider_refresh_token = ${refreshToken},
		provider_verifier = null, provider_nonce = null
	where id = ${id}
	returning auth_code`

export const deleteFlowState = (id: string) => sql`delete from auth.flow_state where id = ${id}`

/** The user of an invitation or confirmation link. */
export const selectInvitedUser = (linkHash: Buffer) => sql`
	select user_id from auth.one_time_tokens
	where link_hash = ${linkHash} and kind = 'confirmation' and expires_at > now()`

/** No row when the flow was cancelled or the session that started it has ended. */
export const lockFlowState = (id: string) => sql`
	select from auth.flow_state f
	where id = ${id} and not exists (
		select from auth.sessions s where s.id = f.linking_session_id and s.superseded_at is not null
	)
	for update`
