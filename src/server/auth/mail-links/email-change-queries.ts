import { sql } from '#server/pg/sql.ts'

/** The mails of a change go out once more, and both addresses are asked again; a change that was called off stays so. */
export const noteEmailChangeAgain = (userId: string, newEmail: string) => sql`
	update auth.users
	set email_change_sent_at = now(), email_change_current_agreed_at = null, email_change_new_agreed_at = null,
		updated_at = now()
	where id = ${userId} and email_change = ${newEmail}`

/** A change begins: agreements to an earlier one count no more. */
export const noteEmailChange = (userId: string, newEmail: string) => sql`
	with earlier as (
		delete from auth.one_time_tokens
		where user_id = ${userId} and kind in ('email_change_current', 'email_change_new')
	)
	update auth.users
	set email_change = ${newEmail}, email_change_sent_at = now(), email_change_current_agreed_at = null,
		email_change_new_agreed_at = null, updated_at = now()
	where id = ${userId}`

/**
 * Notes that one of the two addresses agreed. `is_agreed` is true once every address did that has to, each within the lifetime
 * of a token: always the new one, and the present one where it is asked.
 */
export const agreeToEmailChange = (
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
 * The new address takes the place of the old, with its mail identity; every open token ends. The identity may be the first of
 * its kind: providers have to be read anew afterwards.
 * @param isProven whether somebody showed that they read mail there
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
