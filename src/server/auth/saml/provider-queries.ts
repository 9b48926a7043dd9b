import { sql } from '#server/pg/sql.ts'
import type { AttributeMapping } from './attributes.ts'

/** A row of the view auth.sso_connections. Times inside `saml` are texts: the database built the JSON. */
export type Connection = {
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

export const connectionById = (id: string) => sql`
	select * from auth.sso_connections where id = ${id}`

export const connectionByResourceId = (resourceId: string) => sql`
	select * from auth.sso_connections where lower(resource_id) = lower(${resourceId})`

export const connectionByDomain = (domain: string) => sql`
	select c.* from auth.sso_connections c
	join auth.sso_domains d on d.sso_provider_id = c.id
	where d.domain = lower(${domain})`

export const connectionByEntityId = (entityId: string) => sql`
	select c.* from auth.sso_connections c
	join auth.saml_providers s on s.sso_provider_id = c.id
	where s.entity_id = ${entityId}`

/** Holds the provider while somebody of its people is signed in: two first visits must not make two accounts. */
export const lockProvider = (id: string) => sql`
	select disabled from auth.sso_providers where id = ${id} for no key update`

/** One node at a time asks for new metadata, and none again at once when that fails. */
export const claimMetadata = (id: string, triedAt: string) => sql`
	update auth.saml_providers set metadata_tried_at = now()
	where sso_provider_id = ${id} and metadata_tried_at = ${triedAt}::timestamptz
	returning sso_provider_id`

export const replaceMetadata = (id: string, xml: string) => sql`
	update auth.saml_providers set metadata_xml = ${xml}, metadata_read_at = now()
	where sso_provider_id = ${id}`
