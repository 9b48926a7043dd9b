import { sql } from '#server/pg/sql.ts'

/** @param audience as with `accountByEmail` */
export const accountByPhone = (phone: string, audience: string | null = null) => sql`
	select * from auth.accounts
	where phone = ${phone} and not is_sso_user and (${audience}::text is null or aud = ${audience})`

/** As `credentialsByEmail`. */
export const credentialsByPhone = (phone: string, audience: string) => sql`
	select id, email, encrypted_password, email_confirmed_at, phone_confirmed_at, banned_until
	from auth.users where phone = ${phone} and aud = ${audience} and not is_sso_user`

/**
 * By the number they have, else by the one they want to have. What nobody finished in a day is over: anybody may ask for the code
 * once more, also who began the change with a session that they should not have had.
 */
export const accountChangingPhone = (phone: string) => sql`
	select * from auth.accounts
	where (phone = ${phone} or phone_change = ${phone}) and phone_change is not null and not is_sso_user
		and phone_change_sent_at > now() - interval '1 day'
	order by (phone = ${phone}) is true desc, phone_change_sent_at desc limit 1`

export type NewPhoneUser = {
	id: string
	phone: string | null
	password: string | null
	userMetadata: Record<string, unknown>
	confirmed: boolean
}

export const insertPhoneUser = (u: NewPhoneUser) => sql`
	insert into auth.users (id, phone, encrypted_password, raw_app_meta_data, raw_user_meta_data, phone_confirmed_at)
	values (
		${u.id}, ${u.phone}, ${u.password}, '{"provider": "phone", "providers": ["phone"]}',
		${JSON.stringify(u.userMetadata)}::jsonb, case when ${u.confirmed}::boolean then now() end
	)`

/** The number is proven. Its identity learns it, and every open one-time token ends (auth.md 2.4). */
export const confirmPhone = (userId: string) => sql`
	with identity as (
		update auth.identities
		set identity_data = identity_data || '{"phone_verified": true}', updated_at = now()
		where user_id = ${userId} and provider = 'phone'
	), tokens as (
		delete from auth.one_time_tokens where user_id = ${userId}
	)
	update auth.users
	set phone_confirmed_at = coalesce(phone_confirmed_at, now()),
		raw_user_meta_data = case when raw_user_meta_data ? 'phone_verified'
			then raw_user_meta_data || '{"phone_verified": true}' else raw_user_meta_data end,
		updated_at = now()
	where id = ${userId}`

/** A code sent to an earlier, other number counts no more. */
export const notePhoneChange = (userId: string, phone: string) => sql`
	with earlier as (
		delete from auth.one_time_tokens where user_id = ${userId} and kind = 'phone_change' and relates_to <> ${phone}
	)
	update auth.users
	set phone_change = ${phone}, phone_change_sent_at = now(), updated_at = now()
	where id = ${userId}`

/** The new number takes the place of the old, with its identity; whoever was nobody is somebody now. */
export const finishPhoneChange = (userId: string, phone: string) => sql`
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
		updated_at = now()
	where u.id = ${userId}
	returning u.id`

/** Somebody with a test number may come without having asked for a code (auth.md 6.3). */
export const spendTestCode = (phone: string, kind: 'sms' | 'phone_change') => sql`
	with spent as (
		delete from auth.one_time_tokens where relates_to = ${phone} and kind = ${kind} returning drops_password
	)
	select id as user_id, ${kind}::text as kind, ${phone}::text as relates_to, false as pkce,
		coalesce((select bool_or(drops_password) from spent), false) as drops_password
	from auth.users
	where not is_sso_user and case when ${kind}::text = 'sms' then phone = ${phone} else phone_change = ${phone} end
	order by phone_change_sent_at desc nulls last limit 1`
