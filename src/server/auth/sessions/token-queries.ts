import type { OneTimeToken } from '#server/auth/mail-links/one-time-token.ts'
import { sql } from '#server/pg/sql.ts'

/** What a one-time token proves that came by mail. A magic link shares `recovery`, an invitation `confirmation`. */
export type MailTokenKind =
	| 'confirmation'
	| 'recovery'
	| 'email_change_current'
	| 'email_change_new'
	| 'reauthentication'
export type TokenKind = MailTokenKind | 'sms' | 'phone_change'

/** A token that was just used up. */
export type SpentToken = {
	user_id: string
	kind: TokenKind
	relates_to: string
	pkce: boolean
	drops_password: boolean
	asked_by: string | null
}

const maxFailures = 10

/**
 * One live token per user and kind: a new one replaces the old.
 * @param dropsPassword `keep` leaves what the replaced token said
 */
export const storeToken = (
	userId: string,
	kind: TokenKind,
	address: string,
	token: OneTimeToken,
	lifetimeSeconds: number,
	dropsPassword: boolean | 'keep',
) => sql`
	insert into auth.one_time_tokens (user_id, kind, relates_to, link_hash, code_hash, pkce, drops_password, expires_at)
	values (
		${userId}, ${kind}, ${address}, ${token.linkHash}, ${token.codeHash}, ${token.pkce},
		coalesce(${dropsPassword === 'keep' ? null : dropsPassword}::boolean, true),
		now() + make_interval(secs => ${lifetimeSeconds})
	)
	on conflict (user_id, kind) do update set
		relates_to = excluded.relates_to, link_hash = excluded.link_hash, code_hash = excluded.code_hash,
		pkce = excluded.pkce, expires_at = excluded.expires_at,
		drops_password = case when ${dropsPassword === 'keep'}::boolean then one_time_tokens.drops_password
			else excluded.drops_password end,
		asked_by = case when ${dropsPassword === 'keep'}::boolean then one_time_tokens.asked_by end,
		failures = 0, created_at = now()`

/**
 * Deleting is what makes a token single-use: of many at once exactly one gets the row. Its owner is locked first, as
 * everything does that changes an account: of two confirmations at the same time the second knows of the first.
 */
export const spendLink = (linkHash: Buffer, kinds: readonly TokenKind[]) => sql`
	with owner as materialized (
		select id from auth.users where id in (
			select user_id from auth.one_time_tokens where link_hash = ${linkHash} and kind = any(${kinds})
		) for update
	)
	delete from auth.one_time_tokens t using owner
	where t.user_id = owner.id and t.link_hash = ${linkHash} and t.kind = any(${kinds}) and t.expires_at > now()
	returning t.user_id, t.kind, t.relates_to, t.pkce, t.drops_password, t.asked_by`

export const spendCode = (address: string, codeHash: Buffer, kinds: readonly TokenKind[]) => sql`
	with owner as materialized (
		select id from auth.users where id in (
			select user_id from auth.one_time_tokens
			where relates_to = ${address} and code_hash = ${codeHash} and kind = any(${kinds})
		) for update
	)
	delete from auth.one_time_tokens t using owner
	where t.user_id = owner.id and t.relates_to = ${address} and t.code_hash = ${codeHash} and t.kind = any(${kinds})
		and t.expires_at > now() and t.failures < ${maxFailures}
	returning t.user_id, t.kind, t.relates_to, t.pkce, t.drops_password, t.asked_by`

/** Counts a wrong code. `is_open`: whether the address waits for a code that can still be right. */
export const noteWrongCode = (address: string, kinds: readonly TokenKind[]) => sql`
	update auth.one_time_tokens set failures = failures + 1
	where relates_to = ${address} and kind = any(${kinds})
	returning expires_at > now() as is_open`

/** Links and codes, and what links that were opened already would still be exchanged for. */
export const dropTokens = (userId: string) => sql`
	with flows as (
		delete from auth.flow_state where user_id = ${userId} or linking_target_id = ${userId}
	)
	delete from auth.one_time_tokens where user_id = ${userId}`

export const dropExpiredTokens = () => sql`
	delete from auth.one_time_tokens where expires_at < now() - interval '1 day'`
