import { sql } from '#server/pg/sql.ts'

/** Accounts of a provider's own people with an address. Nobody else's: each provider is a world of its own. */
export const companyAccountsByEmail = (provider: string, email: string) => sql`
	select * from auth.accounts
	where is_sso_user
		and id in (select user_id from auth.identities where provider = ${provider} and email = ${email})`

export const insertCompanyUser = (id: string, email: string, data: Record<string, unknown>) => sql`
	insert into auth.users (id, email, email_confirmed_at, email_proven, is_sso_user, raw_user_meta_data)
	values (${id}, ${email}, now(), true, true, ${JSON.stringify(data)}::jsonb)`

/** Their provider alone changes the address of its people. */
export const followCompanyEmail = (id: string, email: string) => sql`
	update auth.users
	set email = ${email}, email_confirmed_at = coalesce(email_confirmed_at, now()), updated_at = now()
	where id = ${id} and is_sso_user and email is distinct from ${email}`
