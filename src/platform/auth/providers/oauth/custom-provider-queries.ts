import { sql } from '#platform/pg/sql.ts'

/** A row of auth.custom_providers. */
export type CustomProviderRow = {
	id: string
	provider_type: 'oauth2' | 'oidc'
	identifier: string
	name: string
	client_id: string
	sealed_secret: Buffer
	acceptable_client_ids: string[]
	scopes: string[]
	custom_claims_allowlist: string[]
	pkce_enabled: boolean
	attribute_mapping: Record<string, unknown>
	authorization_params: Record<string, string>
	enabled: boolean
	email_optional: boolean
	issuer: string | null
	discovery_url: string | null
	skip_nonce_check: boolean
	authorization_url: string | null
	token_url: string | null
	userinfo_url: string | null
	jwks_uri: string | null
	discovery_document: Record<string, unknown> | null
	created_at: Date
	updated_at: Date
}

export const selectCustomProvider = (identifier: string) => sql`
	select * from auth.custom_providers where identifier = ${identifier}`

/** @param type null for both */
export const listCustomProviderRows = (type: string | null) => sql`
	select * from auth.custom_providers where ${type}::text is null or provider_type = ${type} order by identifier`

/** Inserts a provider, or updates the one with the same id. @throws unique_violation on the identifier */
export const upsertCustomProvider = (p: Omit<CustomProviderRow, 'created_at' | 'updated_at'>) => sql`
	insert into auth.custom_providers as present (
		id, provider_type, identifier, name, client_id, sealed_secret, acceptable_client_ids, scopes,
		custom_claims_allowlist, pkce_enabled, attribute_mapping, authorization_params, enabled, email_optional,
		issuer, discovery_url, skip_nonce_check, authorization_url, token_url, userinfo_url, jwks_uri, discovery_document
	) values (
		${p.id}, ${p.provider_type}, ${p.identifier}, ${p.name}, ${p.client_id}, ${p.sealed_secret},
		${p.acceptable_client_ids}::text[], ${p.scopes}::text[], ${p.custom_claims_allowlist}::text[], ${p.pkce_enabled},
		${JSON.stringify(p.attribute_mapping)}::jsonb, ${JSON.stringify(p.authorization_params)}::jsonb,
		${p.enabled}, ${p.email_optional}, ${p.issuer}, ${p.discovery_url}, ${p.skip_nonce_check},
		${p.authorization_url}, ${p.token_url}, ${p.userinfo_url}, ${p.jwks_uri},
		${p.discovery_document && JSON.stringify(p.discovery_document)}::jsonb
	)
	on conflict (id) do update set
		name = excluded.name, client_id = excluded.client_id, sealed_secret = excluded.sealed_secret,
		acceptable_client_ids = excluded.acceptable_client_ids, scopes = excluded.scopes,
		custom_claims_allowlist = excluded.custom_claims_allowlist, pkce_enabled = excluded.pkce_enabled,
		attribute_mapping = excluded.attribute_mapping, authorization_params = excluded.authorization_params,
		enabled = excluded.enabled, email_optional = excluded.email_optional, issuer = excluded.issuer,
		discovery_url = excluded.discovery_url, skip_nonce_check = excluded.skip_nonce_check,
		authorization_url = excluded.authorization_url, token_url = excluded.token_url,
		userinfo_url = excluded.userinfo_url, jwks_uri = excluded.jwks_uri,
		discovery_document = excluded.discovery_document, updated_at = clock_timestamp()
	returning *`

export const deleteCustomProvider = (identifier: string) => sql`
	delete from auth.custom_providers where identifier = ${identifier} returning id`
