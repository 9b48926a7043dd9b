import { sql } from '#platform/pg/sql.ts'
import type { Account } from './account.ts'

export const accountById = (id: string) => sql`select * from auth.accounts where id = ${id}`

/** Locks the account against concurrent changes until the transaction ends. */
export const lockUser = (id: string) => sql`select from auth.users where id = ${id} for update`

/** A user, and the session of their token if it still exists. */
export const accountWithSession = (id: string, session: string | null) => sql`
	select a.*, s.id as session_id, s.aal as session_aal, s.amr as session_amr, s.created_at as session_created_at
	from auth.accounts a
	left join auth.sessions s on s.id = ${session} and s.user_id = a.id and s.superseded_at is null
	where a.id = ${id}`

export type NewUser = {
	id: string
	email: string | null
	phone?: string | null
	password: string | null
	appMetadata: Record<string, unknown>
	userMetadata: Record<string, unknown>
	/** Confirms the phone, if there is one, else the email. */
	confirmed: boolean
	anonymous: boolean
	/** `authenticated` by default. */
	audience?: string | undefined
}

export const insertUser = (u: NewUser) => sql`
	insert into auth.users
		(id, aud, email, phone, encrypted_password, raw_app_meta_data, raw_user_meta_data, email_confirmed_at, phone_confirmed_at, is_anonymous)
	values (
		${u.id}, coalesce(${u.audience ?? null}, 'authenticated'), ${u.email}, ${u.phone ?? null}, ${u.password},
		${JSON.stringify(u.appMetadata)}::jsonb, ${JSON.stringify(u.userMetadata)}::jsonb,
		case when ${u.confirmed}::boolean and ${u.phone ?? null}::text is null then now() end,
		case when ${u.confirmed}::boolean and ${u.phone ?? null}::text is not null then now() end, ${u.anonymous}
	)`

export const insertIdentity = (
	userId: string,
	provider: string,
	providerId: string,
	data: Record<string, unknown>,
) => sql`
	insert into auth.identities (user_id, provider, provider_id, identity_data, last_sign_in_at)
	values (${userId}, ${provider}, ${providerId}, ${JSON.stringify(data)}::jsonb, now())`

export const setPassword = (userId: string, hash: string) => sql`
	update auth.users set encrypted_password = ${hash}, updated_at = now() where id = ${userId}`

/** Cancels changes of email and phone that are not confirmed yet. */
export const clearPendingChanges = (userId: string) => sql`
	update auth.users
	set email_change = null, email_change_sent_at = null, phone_change = null, phone_change_sent_at = null
	where id = ${userId} and (email_change is not null or phone_change is not null)`

/** Rehashes the same password: sessions and tokens stay. */
export const replacePasswordHash = (userId: string, former: string, hash: string) => sql`
	update auth.users set encrypted_password = ${hash} where id = ${userId} and encrypted_password = ${former}`

const clearPassword = (userId: string) => sql`
	update auth.users set encrypted_password = null, updated_at = now() where id = ${userId}`

/**
 * Removes the password of a sign-up by another person, and the metadata they set. Metadata of administrators stays:
 * only a sign-up repeats the user's id in it.
 */
const clearUnprovenSignup = (userId: string) => sql`
	with signup as (
		select id, email from auth.users where id = ${userId} and encrypted_password is not null
	), identity as (
		update auth.identities i
		set identity_data = (
				select jsonb_object_agg(key, value) from jsonb_each(i.identity_data)
				where key in ('sub', 'email_verified', 'phone_verified') or key = 'email' and value = to_jsonb(signup.email)
			), updated_at = now()
		from signup
		where i.user_id = signup.id and i.provider in ('email', 'phone') and i.identity_data ->> 'sub' = signup.id::text
	)
	update auth.users u
	set encrypted_password = null,
		raw_user_meta_data = case when u.raw_user_meta_data ->> 'sub' = u.id::text then (
			select jsonb_object_agg(key, value) from jsonb_each(u.raw_user_meta_data)
			where key in ('sub', 'email_verified', 'phone_verified') or key = 'email' and value = to_jsonb(u.email)
		) else u.raw_user_meta_data end,
		updated_at = now()
	from signup where u.id = signup.id`

/**
 * Removes a password that the owner of the address did not choose. The metadata of the sign-up goes too, unless email
 * or phone is confirmed: then it is the owner's.
 */
export const clearUnprovenPassword = (account: Account) =>
	account.email_confirmed_at === null && account.phone_confirmed_at === null
		? clearUnprovenSignup(account.id)
		: clearPassword(account.id)

/** Merges metadata by top-level key; null deletes a key. */
export const mergeUserMetadata = (userId: string, data: Record<string, unknown>) => sql`
	update auth.users
	set raw_user_meta_data = auth.merge_metadata(raw_user_meta_data, ${JSON.stringify(data)}::jsonb),
		updated_at = now()
	where id = ${userId}`

export const setConfirmationSentAt = (userId: string) => sql`
	update auth.users set confirmation_sent_at = now(), updated_at = now() where id = ${userId}`

export const setReauthenticationSentAt = (userId: string) => sql`
	update auth.users set reauthentication_sent_at = now(), updated_at = now() where id = ${userId}`

export const setInvitedAt = (userId: string) => sql`
	update auth.users set invited_at = now(), confirmation_sent_at = now(), updated_at = now() where id = ${userId}`

export const setRecoverySentAt = (userId: string) => sql`
	update auth.users set recovery_sent_at = now(), updated_at = now() where id = ${userId}`

/** The first free name among the candidates. Runs as an anonymous user, who may call the same function. */
export const firstFreeUsername = (candidates: string[]) => sql`
	select name from unnest(${candidates}::text[]) with ordinality as candidate (name, position)
	where public.username_available(name) order by position limit 1`

/** An anonymous user without a session cannot sign in again. */
export const deleteIdleAnonymousUsers = () => sql`
	delete from auth.users u
	where u.is_anonymous and u.created_at < now() - interval '30 days'
		and not exists (
			select from auth.sessions s
			where s.user_id = u.id and coalesce(s.refreshed_at, s.created_at) > now() - interval '30 days'
		)`

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
