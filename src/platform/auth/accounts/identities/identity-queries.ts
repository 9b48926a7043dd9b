import { sql } from '#platform/pg/sql.ts'

export const deleteIdentity = (id: string) => sql`delete from auth.identities where id = ${id}`

export const removePhone = (userId: string) => sql`
	update auth.users set phone = null, phone_confirmed_at = null, updated_at = now() where id = ${userId}`

/**
 * Replaces the address of an unlinked identity by that of another one.
 * @param proven whether a provider verified the new address; the proof of the old one does not carry over
 */
export const replaceEmailByIdentity = (
	userId: string,
	email: string | null,
	confirmed: boolean,
	proven: boolean,
) => sql`
	update auth.users
	set email = ${email}, email_proven = ${proven}, updated_at = now(),
		email_confirmed_at = case when ${confirmed}::boolean then coalesce(email_confirmed_at, now()) end
	where id = ${userId}`

/** Updates the providers in app_metadata, oldest first. */
export const updateProviderList = (userId: string) => sql`
	update auth.users u
	set raw_app_meta_data = u.raw_app_meta_data || jsonb_build_object('provider', p.list -> 0, 'providers', p.list),
		updated_at = now()
	from (
		select jsonb_agg(provider order by first_at) as list
		from (
			select provider, min(created_at) as first_at from auth.identities
			where user_id = ${userId} group by provider
		) one
	) p
	where u.id = ${userId} and p.list is not null`
