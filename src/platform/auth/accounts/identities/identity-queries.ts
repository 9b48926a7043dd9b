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

/** Serializes concurrent first sign-ins of one person, which would otherwise create two users. */
export const acquireAdvisoryLock = (name: string) => sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`

export const identityOwner = (provider: string, subject: string) => sql`
	select user_id from auth.identities where provider = ${provider} and provider_id = ${subject}`

/** Accounts that own an address: as their own, or by an identity whose provider verified it. */
export const accountsByProvenEmail = (email: string) => sql`
	select id from auth.users where email = ${email} and not is_sso_user
	union
	select i.user_id from auth.identities i join auth.users u on u.id = i.user_id
	where i.email = ${email} and i.provider not like 'sso:%' and i.provider <> 'email' and not u.is_sso_user
		and i.identity_data @> '{"email_verified": true}'`

export const saveIdentity = (userId: string, provider: string, subject: string, data: Record<string, unknown>) => sql`
	insert into auth.identities (user_id, provider, provider_id, identity_data, last_sign_in_at)
	values (${userId}, ${provider}, ${subject}, ${JSON.stringify(data)}::jsonb, now())
	on conflict (provider_id, provider) do update
	set identity_data = excluded.identity_data, last_sign_in_at = now(), updated_at = now()`

/**
 * Merges the profile of a sign-in before its identity is saved. A later sign-in keeps a name that no identity had:
 * the person chose it since.
 */
export const mergeSignInProfile = (
	userId: string,
	provider: string,
	subject: string,
	data: Record<string, unknown>,
) => sql`
	update auth.users u
	set raw_user_meta_data = u.raw_user_meta_data || (
			select coalesce(jsonb_object_agg(d.key, d.value), '{}') from jsonb_each(${JSON.stringify(data)}::jsonb) d
			where d.key not in ('full_name', 'name') or not u.raw_user_meta_data ? d.key
				or exists (
					select from auth.identities i
					where i.user_id = u.id and i.identity_data -> d.key = u.raw_user_meta_data -> d.key
				)
				or not exists (
					select from auth.identities i
					where i.user_id = u.id and i.provider = ${provider} and i.provider_id = ${subject}
				)
		), updated_at = now()
	where u.id = ${userId}`

/** Merges the profile of a company's sign-on, which decides the name. */
export const mergeProfileIntoMetadata = (userId: string, data: Record<string, unknown>) => sql`
	update auth.users
	set raw_user_meta_data = raw_user_meta_data || ${JSON.stringify(data)}::jsonb, updated_at = now()
	where id = ${userId}`

/** Clears the columns that were set by a registrant who did not own the address. */
export const resetUnprovenUser = (userId: string, data: Record<string, unknown>) => sql`
	update auth.users
	set encrypted_password = null, email_change = null, phone = null, phone_confirmed_at = null, phone_change = null,
		raw_user_meta_data = ${JSON.stringify(data)}::jsonb, updated_at = now()
	where id = ${userId}`

/** Clears all but the number of a user who signed up by it, as the registrant who did not own it set it. */
export const resetToPhone = (userId: string) => sql`
	with email as (
		delete from auth.identities where user_id = ${userId} and provider = 'email'
	)
	update auth.users
	set encrypted_password = null, email = null, email_confirmed_at = null, email_proven = false, email_change = null,
		phone_change = null, raw_user_meta_data = (
			select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(raw_user_meta_data)
			where key in ('sub', 'phone_verified')
		), updated_at = now()
	where id = ${userId}`

/** Cancels pending changes, and removes a phone that another person could have added. */
export const clearUnprovenContacts = (userId: string) => sql`
	update auth.users
	set email_change = null, phone_change = null,
		phone = case when email_confirmed_at is null then phone end,
		phone_confirmed_at = case when email_confirmed_at is null then phone_confirmed_at end,
		updated_at = now()
	where id = ${userId}`

/** Records the identity whose sign-in requested the mail that was just queued. */
export const setTokenIdentity = (userId: string, provider: string, subject: string) => sql`
	update auth.one_time_tokens t set asked_by = i.id
	from auth.identities i
	where t.user_id = ${userId} and t.kind = 'confirmation'
		and i.user_id = t.user_id and i.provider = ${provider} and i.provider_id = ${subject}`

/** The owner proved the address; a user with a proven address is no longer anonymous. */
export const confirmProvenEmail = (userId: string, email: string) => sql`
	update auth.users
	set email_confirmed_at = coalesce(email_confirmed_at, now()), email_proven = true, is_anonymous = false,
		updated_at = now()
	where id = ${userId} and email = ${email}`

/** Sets the address of an account that has none. @throws unique_violation when it is taken */
export const setEmailIfMissing = (userId: string, email: string, confirmed: boolean) => sql`
	update auth.users
	set email = ${email}, email_confirmed_at = case when ${confirmed}::boolean then now() end, updated_at = now()
	where id = ${userId} and email is null`

/** Consumes an invitation; no row when it is gone. The user is locked first, as with every link. */
export const consumeInvite = (linkHash: Buffer) => sql`
	with owner as materialized (
		select id from auth.users where id in (
			select user_id from auth.one_time_tokens where link_hash = ${linkHash} and kind = 'confirmation'
		) for update
	)
	delete from auth.one_time_tokens t using owner
	where t.user_id = owner.id and t.link_hash = ${linkHash} and t.kind = 'confirmation' and t.expires_at > now()
	returning t.user_id, t.is_mailed`
