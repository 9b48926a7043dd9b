import { sql } from '#platform/pg/sql.ts'
import type { AttributeMapping } from './response/sso-profile.ts'

/** A row of the view auth.sso_connections. Times inside `saml` are texts, because the database builds the JSON. */
export type SsoConnection = {
	id: string
	resource_id: string | null
	disabled: boolean
	created_at: Date
	updated_at: Date
	domains: string[]
	saml: {
		entity_id: string
		/** Left out of lists. */
		metadata_xml: string
		metadata_url: string | null
		attribute_mapping: AttributeMapping
		name_id_format: string | null
		metadata_read_at: string
		metadata_tried_at: string
	}
}

export const ssoConnectionById = (id: string) => sql`
	select * from auth.sso_connections where id = ${id}`

export const ssoConnectionByResourceId = (resourceId: string) => sql`
	select * from auth.sso_connections where lower(resource_id) = lower(${resourceId})`

export const ssoConnectionByDomain = (domain: string) => sql`
	select c.* from auth.sso_connections c
	join auth.sso_domains d on d.sso_provider_id = c.id
	where d.domain = lower(${domain})`

export const ssoConnectionByEntityId = (entityId: string) => sql`
	select c.* from auth.sso_connections c
	join auth.saml_providers s on s.sso_provider_id = c.id
	where s.entity_id = ${entityId}`

/** Locks the provider, so that concurrent first sign-ins do not create two accounts. */
export const lockSsoProvider = (id: string) => sql`
	select disabled from auth.sso_providers where id = ${id} for no key update`

/** Claims the refresh of metadata: one node at a time fetches, and a failure is not retried at once. */
export const claimMetadataRefresh = (id: string, triedAt: string) => sql`
	update auth.saml_providers set metadata_tried_at = now()
	where sso_provider_id = ${id} and metadata_tried_at = ${triedAt}::timestamptz
	returning sso_provider_id`

export const updateRefreshedMetadata = (id: string, xml: string) => sql`
	update auth.saml_providers set metadata_xml = ${xml}, metadata_read_at = now()
	where sso_provider_id = ${id}`

/** Accounts of one SSO provider's users with an address; other accounts never match. */
export const ssoAccountsByEmail = (provider: string, email: string) => sql`
	select * from auth.accounts
	where is_sso_user
		and id in (select user_id from auth.identities where provider = ${provider} and email = ${email})`

export const insertSsoUser = (id: string, email: string, data: Record<string, unknown>) => sql`
	insert into auth.users (id, email, email_confirmed_at, email_proven, is_sso_user, raw_user_meta_data)
	values (${id}, ${email}, now(), true, true, ${JSON.stringify(data)}::jsonb)`

/** Only the provider changes the address of its users. */
export const updateSsoEmail = (id: string, email: string) => sql`
	update auth.users
	set email = ${email}, email_confirmed_at = coalesce(email_confirmed_at, now()), updated_at = now()
	where id = ${id} and is_sso_user and email is distinct from ${email}`
