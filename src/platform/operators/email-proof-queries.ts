import { sql } from '#platform/pg/sql.ts'

/** Records that a mail, a provider or the command line proved the present address of an account. A repeated proof writes nothing. */
export const recordEmailProof = (userId: string, email: string, source: 'mail' | 'provider' | 'command') => sql`
	insert into auth.email_proofs as p (user_id, email, source)
	select id, email, ${source} from auth.users where id = ${userId} and email = ${email}
	on conflict (user_id) do update set email = excluded.email, source = excluded.source, proven_at = now()
	where p.email <> excluded.email`

/** The same for single sign-on: a company proves addresses of its own domains only. */
export const recordSsoEmailProof = (userId: string, email: string, providerId: string) => sql`
	insert into auth.email_proofs as p (user_id, email, source)
	select u.id, u.email, 'provider' from auth.users u
	where u.id = ${userId} and u.email = ${email} and exists (
		select from auth.sso_domains d where d.sso_provider_id = ${providerId} and d.domain = split_part(u.email, '@', 2)
	)
	on conflict (user_id) do update set email = excluded.email, source = excluded.source, proven_at = now()
	where p.email <> excluded.email`

/** Removes the proof and the claim of an account whose emptied row stays. */
export const deleteOperatorData = (userId: string) => sql`
	with claim as (
		delete from auth.operators where user_id = ${userId}
	)
	delete from auth.email_proofs where user_id = ${userId}`
