import { sql } from '#server/pg/sql.ts'

/** The mails of a change go out once more; what was called off meanwhile stays so. */
export const noteEmailChangeAgain = (userId: string, newEmail: string) => sql`
	update auth.users set email_change_sent_at = now(), updated_at = now()
	where id = ${userId} and email_change = ${newEmail}`

/** Confirmations of an earlier, other address count no more. */
export const noteEmailChange = (userId: string, newEmail: string) => sql`
	with earlier as (
		delete from auth.one_time_tokens
		where user_id = ${userId} and kind in ('email_change_current', 'email_change_new')
	)
	update auth.users
	set email_change = ${newEmail}, email_change_sent_at = now(), updated_at = now()
	where id = ${userId}`

/** The other half of a change that still waits to be confirmed. */
export const pendingEmailChange = (userId: string) => sql`
	select kind from auth.one_time_tokens
	where user_id = ${userId} and kind in ('email_change_current', 'email_change_new')`

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
