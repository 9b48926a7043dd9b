import { sql } from '#platform/pg/sql.ts'

/** `filter` matches part of an address or full name, ignoring case. @param audience null for all */
export const countUsers = (filter: string, audience: string | null) => sql`
	select count(*) as total from auth.users
	where (${audience}::text is null or aud = ${audience}) and (
		${filter} = '' or strpos(lower(email), lower(${filter})) > 0
		or strpos(lower(raw_user_meta_data ->> 'full_name'), lower(${filter})) > 0
	)`

export const listUsersPage = (
	{ filter, audience }: { filter: string; audience: string | null },
	ascending: boolean,
	limit: number,
	offset: number,
) => sql`
	select * from auth.accounts
	where (${audience}::text is null or aud = ${audience}) and (
		${filter} = '' or strpos(lower(email), lower(${filter})) > 0
		or strpos(lower(raw_user_meta_data ->> 'full_name'), lower(${filter})) > 0
	)
	order by case when ${ascending}::boolean then created_at end, created_at desc, id
	limit ${limit} offset ${offset}`

export type AdminUserChange = {
	email: string | null
	phone: string | null
	password: string | null
	role: string | null
	aud: string | null
	confirmEmail: boolean
	confirmPhone: boolean
	appMetadata: Record<string, unknown>
	userMetadata: Record<string, unknown>
	/** Seconds; 0 lifts the ban, null leaves it. */
	banSeconds: number | null
}

/** Updates the columns that an administrator may set; null leaves one unchanged. */
export const updateUserById = (id: string, u: AdminUserChange) => sql`
	update auth.users
	set email = coalesce(${u.email}, email),
		phone = coalesce(${u.phone}, phone),
		encrypted_password = coalesce(${u.password}, encrypted_password),
		role = coalesce(${u.role}, role),
		aud = coalesce(${u.aud}, aud),
		email_confirmed_at = case when ${u.confirmEmail}::boolean then coalesce(email_confirmed_at, now()) else email_confirmed_at end,
		email_proven = email_proven or ${u.confirmEmail}::boolean,
		phone_confirmed_at = case when ${u.confirmPhone}::boolean then coalesce(phone_confirmed_at, now()) else phone_confirmed_at end,
		is_anonymous = is_anonymous and not (${u.confirmPhone}::boolean and ${u.phone}::text is not null),
		raw_app_meta_data = auth.merge_metadata(raw_app_meta_data, ${JSON.stringify(u.appMetadata)}::jsonb),
		raw_user_meta_data = auth.merge_metadata(raw_user_meta_data, ${JSON.stringify(u.userMetadata)}::jsonb)
			|| case when ${u.confirmEmail}::boolean then '{"email_verified": true}'::jsonb else '{}' end,
		banned_until = case
			when ${u.banSeconds}::double precision is null then banned_until
			when ${u.banSeconds}::double precision = 0 then null
			else now() + make_interval(secs => ${u.banSeconds}::double precision) end,
		updated_at = now()
	where id = ${id}
	returning id`

/**
 * Inserts or updates the identity of a user's contact. `clock_timestamp()` keeps the order of two inserts in one
 * transaction.
 */
export const upsertIdentity = (userId: string, provider: 'email' | 'phone', data: Record<string, unknown>) => sql`
	insert into auth.identities (user_id, provider, provider_id, identity_data, created_at, updated_at)
	values (${userId}, ${provider}, ${userId}, ${JSON.stringify(data)}::jsonb, clock_timestamp(), clock_timestamp())
	on conflict (provider_id, provider) do update
	set identity_data = auth.identities.identity_data || excluded.identity_data, updated_at = now()`

export const deleteUser = (id: string) => sql`delete from auth.users where id = ${id} returning id`

export const clearEmailChange = (id: string) => sql`
	update auth.users set email_change = null, email_change_sent_at = null where id = ${id}`

/** Also deletes codes that were sent to a number. */
export const clearPhoneChange = (id: string) => sql`
	with codes as (
		delete from auth.one_time_tokens where user_id = ${id} and kind in ('sms', 'phone_change')
	)
	update auth.users set phone_change = null, phone_change_sent_at = null where id = ${id}`

/** Keeps the row without personal data. Repeating it changes nothing. */
export const softDeleteUser = (id: string, anonymizedContact: string) => sql`
	update auth.users
	set email = case when email is not null then ${anonymizedContact} end,
		phone = case when phone is not null then ${anonymizedContact} end,
		encrypted_password = null, email_change = null, phone_change = null,
		raw_app_meta_data = '{}', raw_user_meta_data = '{}', deleted_at = coalesce(deleted_at, now()), updated_at = now()
	where id = ${id}
	returning id`
