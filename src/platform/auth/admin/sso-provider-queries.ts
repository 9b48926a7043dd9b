import { sql } from '#platform/pg/sql.ts'

/** Without the metadata, which is long. */
export const allConnections = (resourceId: string | null, prefix: string | null) => sql`
	select id, resource_id, disabled, created_at, updated_at, domains, saml - 'metadata_xml' as saml
	from auth.sso_connections
	where (${resourceId}::text is null or lower(resource_id) = lower(${resourceId}))
		and (${prefix}::text is null or starts_with(lower(resource_id), lower(${prefix})))
	order by created_at, id`

export const insertSsoProviderRow = (id: string, resourceId: string | null, disabled: boolean) => sql`
	insert into auth.sso_providers (id, resource_id, disabled) values (${id}, ${resourceId}, ${disabled})`

export type NewSamlProvider = {
	entityId: string
	xml: string
	url: string | null
	mapping: unknown
	nameIdFormat: string | null
}

export const insertSamlProvider = (id: string, t: NewSamlProvider) => sql`
	insert into auth.saml_providers (sso_provider_id, entity_id, metadata_xml, metadata_url, attribute_mapping, name_id_format)
	values (${id}, ${t.entityId}, ${t.xml}, ${t.url}, ${JSON.stringify(t.mapping)}::jsonb, ${t.nameIdFormat})`

/** Null leaves a column unchanged; an empty text clears it. */
export const updateSsoProviderRow = (id: string, resourceId: string | null, disabled: boolean | null) => sql`
	update auth.sso_providers
	set resource_id = nullif(coalesce(${resourceId}, resource_id), ''), disabled = coalesce(${disabled}, disabled),
		updated_at = now()
	where id = ${id}`

export const updateSamlProvider = (id: string, mapping: unknown, nameIdFormat: string | null) => sql`
	update auth.saml_providers
	set attribute_mapping = coalesce(${mapping === undefined ? null : JSON.stringify(mapping)}::jsonb, attribute_mapping),
		name_id_format = nullif(coalesce(${nameIdFormat}, name_id_format), '')
	where sso_provider_id = ${id}`

/** Metadata given as text has no URL to refetch. */
export const updateMetadata = (id: string, xml: string, url: string | null) => sql`
	update auth.saml_providers
	set metadata_xml = ${xml}, metadata_url = ${url}, metadata_read_at = now(), metadata_tried_at = now()
	where sso_provider_id = ${id}`

export const deleteOtherDomains = (id: string, domains: readonly string[]) => sql`
	delete from auth.sso_domains where sso_provider_id = ${id} and domain <> all (${domains}::text[])`

/** A domain of another provider stays with it. */
export const upsertDomains = (id: string, domains: readonly string[]) => sql`
	insert into auth.sso_domains as d (domain, sso_provider_id, position)
	select domain, ${id}, position from unnest(${domains}::text[]) with ordinality as given (domain, position)
	order by domain
	on conflict (domain) do update set position = excluded.position where d.sso_provider_id = excluded.sso_provider_id`

export const domainOfOtherProvider = (id: string, domains: readonly string[]) => sql`
	select domain, sso_provider_id from auth.sso_domains
	where domain = any (${domains}::text[]) and sso_provider_id <> ${id} limit 1`

export const deleteSsoProviderRow = (id: string) => sql`delete from auth.sso_providers where id = ${id}`

/** Ends the sessions of a disabled provider's users. */
export const deleteSsoSessions = (provider: string) => sql`
	delete from auth.sessions where user_id in (select user_id from auth.identities where provider = ${provider})`

/** Administrators act with a key and not with an account, so the entry names none. */
export const insertSsoProviderAuditEntry = (
	action: 'sso_provider_created' | 'sso_provider_updated' | 'sso_provider_deleted',
	ip: string,
	traits: Record<string, unknown>,
) => sql`
	insert into auth.audit_log_entries (payload, ip_address)
	values (
		jsonb_build_object(
			'action', ${action}::text, 'actor_id', '00000000-0000-0000-0000-000000000000', 'actor_username', 'service_role',
			'actor_via_sso', false, 'log_type', 'team', 'traits', ${JSON.stringify(traits)}::jsonb
		),
		${ip}
	)`
