import { escapeXml, namespaces } from '#platform/auth/providers/saml/xml/xml.ts'
import type { Config } from '#platform/config/config.ts'
import type { Exchange } from '#platform/http/routing/exchange.ts'
import type { RequestSigner } from './request-signer.ts'

type Site = Pick<Config, 'SITE_URL'>

/** The entity ID of this service provider, which is also its metadata URL. */
export const serviceProviderEntityId = ({ SITE_URL }: Site) => `${SITE_URL}/auth/v1/sso/saml/metadata`

/** The assertion consumer service URL. */
export const assertionConsumerUrl = ({ SITE_URL }: Site) => `${SITE_URL}/auth/v1/sso/saml/acs`

const cached = { 'cache-control': 'public, max-age=600' }
const downloadYears = 5
const cachedDays = 7

/** GET /sso/saml/metadata: metadata for identity providers; `?download=true` as a file valid for five years. */
export function serviceProviderMetadata(config: Config, signer: () => Promise<RequestSigner>) {
	return async (x: Exchange) => {
		const isDownload = x.query('download') === 'true'
		const validUntil = new Date()
		if (isDownload) validUntil.setUTCFullYear(validUntil.getUTCFullYear() + downloadYears)
		else validUntil.setUTCDate(validUntil.getUTCDate() + cachedDays)
		const { certificate } = await signer()
		const headers = {
			...cached,
			'content-type': 'application/xml',
			...(isDownload ? { 'content-disposition': 'attachment; filename="metadata.xml"' } : {}),
		}
		return { status: 200, headers, body: renderMetadata(config, certificate, validUntil) }
	}
}

function renderMetadata(config: Config, certificate: string, validUntil: Date): string {
	const entityId = escapeXml(serviceProviderEntityId(config))
	const consumer = escapeXml(assertionConsumerUrl(config))
	const until = validUntil.toISOString()
	return `<?xml version="1.0" encoding="UTF-8"?>
<EntityDescriptor xmlns="${namespaces.metadata}" entityID="${entityId}" validUntil="${until}">
	<SPSSODescriptor AuthnRequestsSigned="true" WantAssertionsSigned="true" protocolSupportEnumeration="${namespaces.protocol}">
		<KeyDescriptor use="signing">
			<KeyInfo xmlns="${namespaces.signature}"><X509Data><X509Certificate>${certificate}</X509Certificate></X509Data></KeyInfo>
		</KeyDescriptor>
		<NameIDFormat>urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress</NameIDFormat>
		<NameIDFormat>urn:oasis:names:tc:SAML:2.0:nameid-format:persistent</NameIDFormat>
		<AssertionConsumerService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="${consumer}" index="1" isDefault="true"/>
	</SPSSODescriptor>
</EntityDescriptor>
`
}
