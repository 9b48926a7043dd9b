import { sql } from '#platform/pg/sql.ts'
import type { OneTimeToken } from './one-time-token.ts'

/** The purpose of a one-time token sent by email. A magic link shares `recovery`, an invitation `confirmation`. */
export type EmailTokenKind =
	| 'confirmation'
	| 'recovery'
	| 'email_change_current'
	| 'email_change_new'
	| 'reauthentication'
export type TokenKind = EmailTokenKind | 'sms' | 'phone_change'

/** A consumed token. */
export type UsedToken = {
	user_id: string
	kind: TokenKind
	relates_to: string
	pkce: boolean
	drops_password: boolean
	asked_by: string | null
	/** False for a token that an administrator generated. */
	is_mailed: boolean
}

const maxFailures = 10

/**
 * Stores the only live token of a user and kind; a former one is replaced.
 * @param dropsPassword `keep` leaves the value of the replaced token
 * @param isMailed whether only its recipient sees it
 */
export const upsertToken = (
	userId: string,
	kind: TokenKind,
	address: string,
	token: OneTimeToken,
	lifetimeSeconds: number,
	dropsPassword: boolean | 'keep',
	isMailed = true,
) => sql`
	insert into auth.one_time_tokens (user_id, kind, relates_to, link_hash, code_hash, pkce, drops_password, is_mailed, expires_at)
	values (
		${userId}, ${kind}, ${address}, ${token.linkHash}, ${token.codeHash}, ${token.pkce},
		coalesce(${dropsPassword === 'keep' ? null : dropsPassword}::boolean, true), ${isMailed},
		now() + make_interval(secs => ${lifetimeSeconds})
	)
	on conflict (user_id, kind) do update set
		relates_to = excluded.relates_to, link_hash = excluded.link_hash, code_hash = excluded.code_hash,
		pkce = excluded.pkce, is_mailed = excluded.is_mailed, expires_at = excluded.expires_at,
		drops_password = case when ${dropsPassword === 'keep'}::boolean then one_time_tokens.drops_password
			else excluded.drops_password end,
		asked_by = case when ${dropsPassword === 'keep'}::boolean then one_time_tokens.asked_by end,
		failures = 0, created_at = now()`

/**
 * Deleting makes a token single-use: of concurrent attempts exactly one gets the row. The user is locked first, so
 * that of two confirmations the second sees the first.
 */
export const consumeLink = (linkHash: Buffer, kinds: readonly TokenKind[]) => sql`
	with owner as materialized (
		select id from auth.users where id in (
			select user_id from auth.one_time_tokens where link_hash = ${linkHash} and kind = any(${kinds})
		) for update
	)
	delete from auth.one_time_tokens t using owner
	where t.user_id = owner.id and t.link_hash = ${linkHash} and t.kind = any(${kinds}) and t.expires_at > now()
	returning t.user_id, t.kind, t.relates_to, t.pkce, t.drops_password, t.asked_by, t.is_mailed`

/** The account of an unexpired link and the address that the link was sent to. */
export const accountOfLink = (linkHash: Buffer, kinds: readonly TokenKind[]) => sql`
	select t.user_id as id, t.relates_to as email from auth.one_time_tokens t
	where t.link_hash = ${linkHash} and t.kind = any(${kinds}) and t.expires_at > now()`

export const consumeCode = (address: string, codeHash: Buffer, kinds: readonly TokenKind[]) => sql`
	with owner as materialized (
		select id from auth.users where id in (
			select user_id from auth.one_time_tokens
			where relates_to = ${address} and code_hash = ${codeHash} and kind = any(${kinds})
		) for update
	)
	delete from auth.one_time_tokens t using owner
	where t.user_id = owner.id and t.relates_to = ${address} and t.code_hash = ${codeHash} and t.kind = any(${kinds})
		and t.expires_at > now() and t.failures < ${maxFailures}
	returning t.user_id, t.kind, t.relates_to, t.pkce, t.drops_password, t.asked_by, t.is_mailed`

/** Counts a wrong code. `is_open`: the address has an unexpired code. */
export const countWrongCode = (address: string, kinds: readonly TokenKind[]) => sql`
	update auth.one_time_tokens set failures = failures + 1
	where relates_to = ${address} and kind = any(${kinds})
	returning expires_at > now() as is_open`

/** Deletes links, codes, and flows whose code was not exchanged yet. */
export const deleteTokens = (userId: string) => sql`
	with flows as (
		delete from auth.flow_state where user_id = ${userId} or linking_target_id = ${userId}
	)
	delete from auth.one_time_tokens where user_id = ${userId}`

export const deleteExpiredTokens = () => sql`
	delete from auth.one_time_tokens where expires_at < now() - interval '1 day'`
