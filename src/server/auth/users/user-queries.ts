import { sql } from '#server/pg/sql.ts'
import type { Account } from './account.ts'

export const accountById = (id: string) => sql`select * from auth.accounts where id = ${id}`

/** Nothing may be added to the account by others until this transaction ends. */
export const lockUser = (id: string) => sql`select from auth.users where id = ${id} for update`

/** A user and whether the session of their token still lives. */
export const accountWithSession = (id: string, session: string | null) => sql`
	select a.*, s.id as session_id, s.aal as session_aal, s.amr as session_amr, s.created_at as session_created_at
	from auth.accounts a
	left join auth.sessions s on s.id = ${session} and s.user_id = a.id and s.superseded_at is null
	where a.id = ${id}`

/**
 * Never a user of a company's sign-on: those are found through their provider only.
 * @param audience whose people are looked through; without it everybody, for addresses that may be had once only
 */
export const accountByEmail = (email: string, audience: string | null = null) => sql`
	select * from auth.accounts
	where email = ${email} and not is_sso_user and (${audience}::text is null or aud = ${audience})`

/**
 * What a password is held against, and no more: reading the whole account would show in the time of an answer that somebody has
 * the address (auth.md §6.6), and opening the session reads it anyway.
 */
export const credentialsByEmail = (email: string, audience: string) => sql`
	select id, email, encrypted_password, email_confirmed_at, phone_confirmed_at, banned_until
	from auth.users where email = ${email} and aud = ${audience} and not is_sso_user`

export type NewUser = {
	id: string
	email: string | null
	password: string | null
	appMetadata: Record<string, unknown>
	userMetadata: Record<string, unknown>
	confirmed: boolean
	anonymous: boolean
	/** The usual one unless it is said. */
	audience?: string | undefined
}

export const insertUser = (u: NewUser) => sql`
	insert into auth.users (id, aud, email, encrypted_password, raw_app_meta_data, raw_user_meta_data, email_confirmed_at, is_anonymous)
	values (
		${u.id}, coalesce(${u.audience ?? null}, 'authenticated'), ${u.email}, ${u.password}, ${JSON.stringify(u.appMetadata)}::jsonb, ${JSON.stringify(u.userMetadata)}::jsonb,
		case when ${u.confirmed}::boolean then now() end, ${u.anonymous}
	)`

export const insertIdentity = (
	userId: string,
	provider: string,
	providerId: string,
	data: Record<string, unknown>,
) => sql`
	insert into auth.identities (user_id, provider, provider_id, identity_data, last_sign_in_at)
	values (${userId}, ${provider}, ${providerId}, ${JSON.stringify(data)}::jsonb, now())`

/** The address is proven. The mail identity learns it, and every open one-time token ends (auth.md §2.4). */
export const confirmEmail = (userId: string) => sql`
	with identity as (
		update auth.identities
		set identity_data = identity_data || '{"email_verified": true}', updated_at = now()
		where user_id = ${userId} and provider = 'email'
	), tokens as (
		delete from auth.one_time_tokens where user_id = ${userId}
	)
	update auth.users
	set email_confirmed_at = coalesce(email_confirmed_at, now()),
		email_proven = true,
		is_anonymous = false,
		raw_user_meta_data = raw_user_meta_data || '{"email_verified": true}',
		updated_at = now()
	where id = ${userId}`

export const setPassword = (userId: string, hash: string) => sql`
	update auth.users set encrypted_password = ${hash}, updated_at = now() where id = ${userId}`

/** What somebody wants to have as their address or number and has not proven yet. */
export const dropPendingChanges = (userId: string) => sql`
	update auth.users
	set email_change = null, email_change_sent_at = null, phone_change = null, phone_change_sent_at = null
	where id = ${userId} and (email_change is not null or phone_change is not null)`

/** The same password under another hash: sessions and tokens stay. */
export const replacePassword = (userId: string, former: string, hash: string) => sql`
	update auth.users set encrypted_password = ${hash} where id = ${userId} and encrypted_password = ${former}`

const dropPassword = (userId: string) => sql`
	update auth.users set encrypted_password = null, updated_at = now() where id = ${userId}`

/**
 * Ends the password of a sign-up by another person, and what they wrote about the owner: what is left is what every sign-up
 * says. Metadata that an administrator gave stays; a sign-up repeats the user's id in it (signup-create.ts).
 */
const dropSignup = (userId: string) => sql`
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
 * Ends a password that the owner of an address did not choose. The metadata goes with it only while neither the address nor
 * the number is confirmed: those of an established account are its owner's.
 */
export const dropForeignPassword = (account: Account) =>
	account.email_confirmed_at === null && account.phone_confirmed_at === null
		? dropSignup(account.id)
		: dropPassword(account.id)

/** Metadata is merged on top-level keys; null deletes a key (auth.md §1.5). */
export const mergeUserMetadata = (userId: string, data: Record<string, unknown>) => sql`
	update auth.users
	set raw_user_meta_data = auth.merge_metadata(raw_user_meta_data, ${JSON.stringify(data)}::jsonb),
		updated_at = now()
	where id = ${userId}`

export const noteConfirmationSent = (userId: string) => sql`
	update auth.users set confirmation_sent_at = now(), updated_at = now() where id = ${userId}`

export const noteReauthenticationSent = (userId: string) => sql`
	update auth.users set reauthentication_sent_at = now(), updated_at = now() where id = ${userId}`

export const noteInvited = (userId: string) => sql`
	update auth.users set invited_at = now(), confirmation_sent_at = now(), updated_at = now() where id = ${userId}`

export const noteRecoverySent = (userId: string) => sql`
	update auth.users set recovery_sent_at = now(), updated_at = now() where id = ${userId}`

/** The first of some names that nobody has. Asked as an anonymous visitor, who may ask the same. */
export const firstFreeUsername = (candidates: string[]) => sql`
	select name from unnest(${candidates}::text[]) with ordinality as candidate (name, position)
	where public.username_available(name) order by position limit 1`
