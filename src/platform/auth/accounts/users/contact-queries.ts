import { sql } from '#platform/pg/sql.ts'

/**
 * Excludes SSO users, who are found through their provider only.
 * @param audience limits the search; null searches all, for addresses that must be unique
 */
export const accountByEmail = (email: string, audience: string | null = null) => sql`
	select * from auth.accounts
	where email = ${email} and not is_sso_user and (${audience}::text is null or aud = ${audience})`

/** @param audience as in `accountByEmail` */
export const accountByPhone = (phone: string, audience: string | null = null) => sql`
	select * from auth.accounts
	where phone = ${phone} and not is_sso_user and (${audience}::text is null or aud = ${audience})`

/**
 * Reads only what a password is verified against: reading the whole account would reveal by response time that the
 * address is registered. Opening the session reads the rest.
 */
export const credentialsByEmail = (email: string, audience: string) => sql`
	select id, email, encrypted_password, email_confirmed_at, phone_confirmed_at, banned_until
	from auth.users where email = ${email} and aud = ${audience} and not is_sso_user`

/** Like `credentialsByEmail`. */
export const credentialsByPhone = (phone: string, audience: string) => sql`
	select id, email, encrypted_password, email_confirmed_at, phone_confirmed_at, banned_until
	from auth.users where phone = ${phone} and aud = ${audience} and not is_sso_user`

/** Marks the address and its identity as verified, and ends every open one-time token. */
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

/** Restarts the mails of a pending change: both addresses have to confirm again. A cancelled change stays cancelled. */
export const restartEmailChange = (userId: string, newEmail: string) => sql`
	update auth.users
	set email_change_sent_at = now(), email_change_current_agreed_at = null, email_change_new_agreed_at = null,
		updated_at = now()
	where id = ${userId} and email_change = ${newEmail}`

/** Starts a change; confirmations of an earlier one no longer count. */
export const startEmailChange = (userId: string, newEmail: string) => sql`
	with earlier as (
		delete from auth.one_time_tokens
		where user_id = ${userId} and kind in ('email_change_current', 'email_change_new')
	)
	update auth.users
	set email_change = ${newEmail}, email_change_sent_at = now(), email_change_current_agreed_at = null,
		email_change_new_agreed_at = null, updated_at = now()
	where id = ${userId}`

/**
 * Records the confirmation of one side. `is_agreed`: the new address and, if required, the current one confirmed
 * within the lifetime of a token.
 */
export const confirmEmailChangeSide = (
	userId: string,
	side: 'email_change_current' | 'email_change_new',
	asksCurrent: boolean,
	lifetimeSeconds: number,
) => sql`
	update auth.users
	set email_change_current_agreed_at =
			case when ${side} = 'email_change_current' then now() else email_change_current_agreed_at end,
		email_change_new_agreed_at = case when ${side} = 'email_change_new' then now() else email_change_new_agreed_at end
	where id = ${userId}
	returning coalesce(email_change_new_agreed_at > now() - make_interval(secs => ${lifetimeSeconds}), false) and (
		not ${asksCurrent}::boolean or email is null
		or coalesce(email_change_current_agreed_at > now() - make_interval(secs => ${lifetimeSeconds}), false)
	) as is_agreed`

/**
 * Replaces the address and its email identity, and ends every open token. The identity may be new, so the provider
 * list has to be updated afterwards.
 * @param isProven whether the owner read a mail at the new address
 */
export const finishEmailChange = (userId: string, isProven: boolean) => sql`
	with person as (
		select id, email_change as address from auth.users where id = ${userId} and email_change is not null
	), tokens as (
		delete from auth.one_time_tokens where user_id = ${userId}
	), identity as (
		insert into auth.identities (user_id, provider, provider_id, identity_data)
		select id, 'email', id::text,
			jsonb_build_object('sub', id, 'email', address, 'email_verified', true, 'phone_verified', false)
		from person
		on conflict (provider_id, provider) do update
		set identity_data = auth.identities.identity_data || excluded.identity_data, updated_at = now()
	)
	update auth.users u
	set email = person.address, email_change = null, email_change_sent_at = null,
		email_confirmed_at = now(), email_proven = ${isProven}, is_anonymous = false,
		raw_user_meta_data = u.raw_user_meta_data || jsonb_build_object('email', person.address, 'email_verified', true),
		updated_at = now()
	from person where u.id = person.id
	returning u.id`

/**
 * Finds an account by its current number, else by the pending one. Changes older than a day are over: anyone can
 * request a resend, also someone who started the change with a stolen session.
 */
export const accountChangingPhone = (phone: string) => sql`
	select * from auth.accounts
	where (phone = ${phone} or phone_change = ${phone}) and phone_change is not null and not is_sso_user
		and phone_change_sent_at > now() - interval '1 day'
	order by (phone = ${phone}) is true desc, phone_change_sent_at desc limit 1`

/** Marks the number and its identity as verified, and ends every open one-time token. */
export const confirmPhone = (userId: string) => sql`
	with identity as (
		update auth.identities
		set identity_data = identity_data || '{"phone_verified": true}', updated_at = now()
		where user_id = ${userId} and provider = 'phone'
	), tokens as (
		delete from auth.one_time_tokens where user_id = ${userId}
	)
	update auth.users
	set phone_confirmed_at = coalesce(phone_confirmed_at, now()), phone_unproven = false,
		raw_user_meta_data = case when raw_user_meta_data ? 'phone_verified'
			then raw_user_meta_data || '{"phone_verified": true}' else raw_user_meta_data end,
		updated_at = now()
	where id = ${userId}`

/** Starts a change; a code sent to an earlier number no longer counts. */
export const startPhoneChange = (userId: string, phone: string) => sql`
	with earlier as (
		delete from auth.one_time_tokens where user_id = ${userId} and kind = 'phone_change' and relates_to <> ${phone}
	)
	update auth.users
	set phone_change = ${phone}, phone_change_sent_at = now(), updated_at = now()
	where id = ${userId}`

/** SMS_AUTOCONFIRM confirmed the number without a code. */
export const markPhoneUnproven = (userId: string) => sql`
	update auth.users set phone_unproven = true where id = ${userId} and phone is not null`

/** Returns a row for a user who signed up by a number that no one proved yet. */
export const signupByUnprovenPhone = (userId: string) => sql`
	select from auth.users u
	where u.id = ${userId} and u.phone_unproven and (
		select i.provider from auth.identities i where i.user_id = u.id order by i.created_at, i.provider = 'phone' desc limit 1
	) = 'phone'`

/**
 * Replaces the number and its identity; an anonymous user becomes permanent.
 * @param isProven whether the owner read a code at the new number
 */
export const finishPhoneChange = (userId: string, phone: string, isProven: boolean) => sql`
	with tokens as (
		delete from auth.one_time_tokens where user_id = ${userId}
	), identity as (
		insert into auth.identities (user_id, provider, provider_id, identity_data)
		values (
			${userId}, 'phone', ${userId}::uuid::text,
			jsonb_build_object('sub', ${userId}::uuid, 'phone', ${phone}::text, 'email_verified', false, 'phone_verified', true)
		)
		on conflict (provider_id, provider) do update
		set identity_data = auth.identities.identity_data || '{"phone_verified": true}' || jsonb_build_object('phone', ${phone}::text),
			updated_at = now()
	)
	update auth.users u
	set phone = ${phone}, phone_change = null, phone_change_sent_at = null, phone_confirmed_at = now(), is_anonymous = false,
		phone_unproven = not ${isProven}::boolean, updated_at = now()
	where u.id = ${userId}
	returning u.id`

/** Finds the user of a test number, whose fixed code need not be requested. */
export const consumeTestCode = (phone: string, kind: 'sms' | 'phone_change') => sql`
	with spent as (
		delete from auth.one_time_tokens where relates_to = ${phone} and kind = ${kind} returning drops_password
	)
	select id as user_id, ${kind}::text as kind, ${phone}::text as relates_to, false as pkce,
		coalesce((select bool_or(drops_password) from spent), false) as drops_password, false as is_mailed
	from auth.users
	where not is_sso_user and case when ${kind}::text = 'sms' then phone = ${phone} else phone_change = ${phone} end
	order by phone_change_sent_at desc nulls last limit 1`
