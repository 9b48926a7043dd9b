import type { Connection } from '#server/auth/saml/provider-queries.ts'

/** An identity provider as the wire shows it (auth.md 4). Absent fields are left out, never null. */
export function ssoProviderJson({ saml, ...provider }: Connection) {
	return {
		id: provider.id,
		resource_id: provider.resource_id ?? undefined,
		disabled: provider.disabled,
		saml: {
			entity_id: saml.entity_id,
			metadata_xml: saml.metadata_xml,
			metadata_url: saml.metadata_url ?? undefined,
			attribute_mapping: saml.attribute_mapping,
			name_id_format: saml.name_id_format ?? undefined,
		},
		domains: provider.domains.map((domain) => ({ domain })),
		created_at: provider.created_at,
		updated_at: provider.updated_at,
	}
}
