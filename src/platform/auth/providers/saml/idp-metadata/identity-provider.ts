import { X509Certificate } from 'node:crypto'
import { invalid } from '#platform/auth/errors.ts'
import {
	childrenOf,
	descendantsAndSelf,
	namespaces,
	parseXml,
	parseXmlDateTime,
	type XmlElement,
	XmlError,
} from '#platform/auth/providers/saml/xml/xml.ts'

/** The metadata of an identity provider. */
export type IdentityProvider = {
	entityId: string
	/** Trusted signing certificates, in base64 of DER. */
	certificates: string[]
	/** The sign-in URL of the redirect binding. */
	singleSignOnUrl: string
	validUntil: Date | undefined
	/** The published cache duration. */
	cacheSeconds: number | undefined
}

const { metadata: md, protocol } = namespaces
const redirectBinding = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect'
const minKeyBits = 2048

/**
 * Reads the metadata of an identity provider.
 * @throws AuthError 400 validation_failed that names the missing part
 */
export async function readIdentityProvider(xml: string): Promise<IdentityProvider> {
	const root = await parseXml(xml).catch((error: unknown) => {
		if (!(error instanceof XmlError)) throw error
		throw invalid(`SAML Metadata cannot be read: ${error.message}`)
	})
	const entities = descendantsAndSelf(root).filter(isMetadata('EntityDescriptor'))
	const entity = entities.find((candidate) => rolesOf(candidate).length > 0) ?? entities[0]
	const entityId = entity?.attributes.get('entityID')?.trim()
	if (!entity || !entityId) throw invalid('SAML Metadata does not contain an EntityID')
	if (entityId.length > 1024) throw invalid('SAML Metadata contains an EntityID that is too long')
	const [role, ...others] = rolesOf(entity)
	if (!role) throw invalid('SAML Metadata does not contain any IDPSSODescriptor')
	if (others.length > 0) throw invalid('SAML Metadata contains multiple IDPSSODescriptors')
	return {
		entityId,
		certificates: certificatesOf(role),
		singleSignOnUrl: singleSignOnUrl(role),
		validUntil: parseXmlDateTime(entity.attributes.get('validUntil') ?? root.attributes.get('validUntil')),
		cacheSeconds: readDuration(entity.attributes.get('cacheDuration') ?? root.attributes.get('cacheDuration')),
	}
}

function isMetadata(name: string) {
	return (element: XmlElement) => element.name === name && element.namespace === md
}

function rolesOf(entity: XmlElement): XmlElement[] {
	return childrenOf(entity, md, 'IDPSSODescriptor').filter(({ attributes }) =>
		(attributes.get('protocolSupportEnumeration') ?? protocol).split(/\s+/).includes(protocol),
	)
}

function certificatesOf(role: XmlElement): string[] {
	const texts = childrenOf(role, md, 'KeyDescriptor')
		.filter(({ attributes }) => (attributes.get('use') ?? 'signing') === 'signing')
		.flatMap(descendantsAndSelf)
		.filter(({ name, namespace }) => name === 'X509Certificate' && namespace === namespaces.signature)
		.map(({ text }) => text.replace(/\s+/g, ''))
	const usable = [...new Set(texts)].filter(isStrongRsa)
	if (usable.length === 0)
		throw invalid(`SAML Metadata does not contain a signing certificate with an RSA key of at least ${minKeyBits} bits`)
	return usable
}

function isStrongRsa(certificate: string): boolean {
	try {
		const { publicKey } = new X509Certificate(Buffer.from(certificate, 'base64'))
		const bits = publicKey.asymmetricKeyDetails?.modulusLength ?? 0
		return publicKey.asymmetricKeyType === 'rsa' && bits >= minKeyBits
	} catch {
		return false
	}
}

function singleSignOnUrl(role: XmlElement): string {
	const locations = childrenOf(role, md, 'SingleSignOnService')
		.filter(({ attributes }) => attributes.get('Binding') === redirectBinding)
		.map(({ attributes }) => attributes.get('Location')?.trim() ?? '')
	const usable = locations.find((location) => URL.canParse(location) && /^https?:$/.test(new URL(location).protocol))
	if (!usable) throw invalid('SAML Metadata does not contain a SingleSignOnService with the HTTP-Redirect binding')
	return usable
}

/** Parses an XML Schema duration ("P1D", "PT6H"). @returns seconds */
function readDuration(text: string | undefined): number | undefined {
	const match =
		/^P(?:(\d{1,4})Y)?(?:(\d{1,4})M)?(?:(\d{1,5})D)?(?:T(?:(\d{1,6})H)?(?:(\d{1,6})M)?(?:(\d{1,9})(?:\.\d+)?S)?)?$/.exec(
			text ?? '',
		)
	if (!match || text === 'P') return undefined
	const seconds = [31_536_000, 2_592_000, 86_400, 3600, 60, 1]
	return seconds.reduce((total, unit, i) => total + unit * Number(match[i + 1] ?? 0), 0)
}
