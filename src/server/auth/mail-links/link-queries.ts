import { sql } from '#server/pg/sql.ts'

export const identityOwner = (provider: string, subject: string) => sql`
	select user_id from auth.identities where provider = ${provider} and provider_id = ${subject}`

/** Who has an address, by their account or by an identity whose provider vouched for it. */
export const accountsByProvenEmail = (email: string) => sql`
	select * from auth.accounts
	where not is_sso_user and id in (
		select id from auth.users where email = ${email} and not is_sso_user
		union
		select user_id from auth.identities
		where email = ${email} and provider not like 'sso:%' and provider <> 'email'
			and identity_data @> '{"email_verified": true}'
	)`

export const saveIdentity = (
	userId: string,
	provider: string,
	subject: string,
	data: Record<string, unknown>,
) => sql`
	insert into auth.identities (user_id, provider, provider_id, identity_data, last_sign_in_at)
	values (${userId}, ${provider}, ${subject}, ${JSON.stringify(data)}::jsonb, now())
	on conflict (provider_id, provider) do update
	set identity_data = excluded.identity_data, last_sign_in_at = now(), updated_at = now()`

export const mergeProfile = (userId: string, data: Record<string, unknown>) => sql`
	update auth.users
	set raw_user_meta_data = raw_user_meta_data || ${JSON.stringify(data)}::jsonb,
		is_anonymous = is_anonymous and email is null, updated_at = now()
	where id = ${userId}`

/** Whoever registered this address first did not own it: nothing of theirs may open the door again. */
export const reclaimUser = (userId: string, data: Record<string, unknown>) => sql`
	with sessions as (
		delete from auth.sessions where user_id = ${userId}
	), codes as (
		delete from auth.one_time_tokens where user_id = ${userId}
	), factors as (
		delete from auth.mfa_factors where user_id = ${userId}
	), identities as (
		delete from auth.identities where user_id = ${userId}
	)
	update auth.users
	set encrypted_password = null, email_change = null, phone = null, phone_confirmed_at = null, phone_change = null,
		raw_user_meta_data = ${JSON.stringify(data)}::jsonb, updated_at = now()
	where id = ${userId}`

export const provenByProvider = (userId: string, email: string) => sql`
	update auth.users
	set email_confirmed_at = coalesce(email_confirmed_at, now()), email_proven = true, updated_at = now()
	where id = ${userId} and email = ${email}`
