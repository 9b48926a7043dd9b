import { z } from 'zod'
import { optional, text } from '#platform/auth/body.ts'
import { invalid } from '#platform/auth/errors.ts'
import { persistentFormat } from '#platform/auth/providers/saml/service-provider/authn-request.ts'

const nameIdFormats = [
	persistentFormat,
	'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
	'urn:oasis:names:tc:SAML:2.0:nameid-format:transient',
	'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified',
]
const domainPattern = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/

const attributeRule = z.object({
	name: optional(z.string()),
	names: optional(z.array(z.string())),
	default: z.unknown().optional(),
	array: optional(z.boolean()),
})

/** An identity provider as an administrator submits it. */
export const ssoProviderBody = z.object({
	type: text,
	metadata_xml: text,
	metadata_url: text,
	domains: optional(z.array(z.string())),
	attribute_mapping: optional(z.object({ keys: optional(z.record(z.string(), attributeRule)) })),
	// Empty and absent differ: an empty text clears the value.
	name_id_format: optional(z.string()),
	resource_id: optional(z.string()),
	disabled: optional(z.boolean()),
})
export type SsoProviderBody = z.output<typeof ssoProviderBody>

/**
 * Checks what the schema cannot.
 * @param allowPlain allows metadata over http from private networks
 * @returns the domains in stored form, without duplicates
 * @throws AuthError 400 validation_failed
 */
export function checkSsoProvider(
	{ type, metadata_xml: xml, metadata_url: url, ...rest }: SsoProviderBody,
	purpose: 'create' | 'update',
	allowPlain: boolean,
): string[] | undefined {
	const isNew = purpose === 'create'
	if (isNew && type !== 'saml') throw invalid("Only 'saml' supported for SSO provider type")
	if (xml && url) throw invalid('Only one of metadata_xml or metadata_url needs to be set')
	if (isNew && !xml && !url) throw invalid('Either metadata_xml or metadata_url must be set')
	if (url) requireHttpsUrl(url, allowPlain)
	if (rest.name_id_format && !nameIdFormats.includes(rest.name_id_format))
		throw invalid(`name_id_format must be unspecified or one of ${nameIdFormats.join(', ')}`)
	if ((rest.resource_id?.length ?? 0) > 255) throw invalid('resource_id is longer than 255 characters')
	return rest.domains && [...new Set(rest.domains.map(parseDomain))]
}

function requireHttpsUrl(url: string, allowPlain: boolean): void {
	if (!URL.canParse(url)) throw invalid('metadata_url is not a valid URL')
	const { protocol } = new URL(url)
	if (protocol !== 'https:' && !(allowPlain && protocol === 'http:')) throw invalid('metadata_url is not a HTTPS URL')
}

function parseDomain(text: string): string {
	const domain = text.trim().toLowerCase()
	if (domain.length > 253 || !domainPattern.test(domain))
		throw invalid(`domains: '${text.slice(0, 80)}' is not a domain name`)
	return domain
}
