import type { IdentityProvider } from '#platform/auth/providers/saml/idp-metadata/identity-provider.ts'
import {
	assertionConsumerUrl,
	serviceProviderEntityId,
} from '#platform/auth/providers/saml/service-provider/service-provider-metadata.ts'
import { parseXml, type XmlElement } from '#platform/auth/providers/saml/xml/xml.ts'
import type { Config } from '#platform/config/config.ts'
import { invalidAssertion, type ResponseEnvelope } from './response-envelope.ts'

/** Allowed clock skew. */
export const clockSkewSeconds = 180

/**
 * Verifies every signature of a response with the identity provider's certificates; certificates in the response are
 * ignored.
 * @returns the assertion, parsed again from the verified bytes
 * @throws AuthError 400 validation_failed
 */
export async function verifyResponse(
	config: Config,
	{ certificates }: IdentityProvider,
	{ xml, isResponseSigned, isAssertionSigned }: ResponseEnvelope,
): Promise<XmlElement> {
	const { SAML } = await import('@node-saml/node-saml')
	const library = new SAML({
		issuer: serviceProviderEntityId(config),
		audience: serviceProviderEntityId(config),
		callbackUrl: assertionConsumerUrl(config),
		idpCert: certificates,
		wantAuthnResponseSigned: isResponseSigned,
		wantAssertionsSigned: isAssertionSigned,
		acceptedClockSkewMs: clockSkewSeconds * 1000,
	})
	const SAMLResponse = Buffer.from(xml).toString('base64')
	const { profile } = await library.validatePostResponseAsync({ SAMLResponse }).catch((cause: Error) => {
		throw invalidAssertion(reasonOf(cause), cause)
	})
	const verified = profile?.getAssertionXml?.()
	if (!verified) throw invalidAssertion('it does not contain a verified assertion')
	return parseXml(verified)
}

/** Maps errors of the library to reasons that administrators can act on; the others are only logged. */
function reasonOf({ message }: Error): string {
	if (/signature/i.test(message)) return 'its signature does not verify'
	if (/audience/i.test(message)) return 'it is meant for another audience'
	if (/expired|not yet valid/i.test(message)) return 'its time has passed or has not come'
	return 'it cannot be verified'
}
