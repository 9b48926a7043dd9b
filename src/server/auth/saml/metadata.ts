import type { Context } from 'hono'
import type { Config } from '#server/config.ts'
import type { Env } from '#server/deps.ts'
import { consumerOf, entityIdOf } from './addresses.ts'
import type { RequestSigner } from './signing-key.ts'
import { escapeXml, namespaces } from './xml.ts'

const cached = { 'cache-control': 'public, max-age=600' }
const downloadYears = 5
const cachedDays = 7

/** GET /sso/saml/metadata: what an identity provider needs to know of us; `?download=true` as a file for five years. */
export function serviceMetadata(config: Config, signer: () => Promise<RequestSigner>) {
	return async (c: Context<Env>) => {
		const isDownload = c.req.query('download') === 'true'
		const validUntil = new Date()
		if (isDownload) validUntil.setUTCFullYear(validUntil.getUTCFullYear() + downloadYears)
		else validUntil.setUTCDate(validUntil.getUTCDate() + cachedDays)
		const { certificate } = await signer()
		return c.body(serviceDescription(config, certificate, validUntil), 200, {
			...cached,
			'content-type': 'application/xml',
			...(isDownload ? { 'content-disposition': 'attachment; filename="metadata.xml"' } : {}),
		})
	}
}

function serviceDescription(config: Config, certificate: string, validUntil: Date): string {
	const entityId = escapeXml(entityIdOf(config))
	const consumer = escapeXml(consumerOf(config))
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
