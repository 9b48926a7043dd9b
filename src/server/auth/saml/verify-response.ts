import type { Config } from '#server/config.ts'
import { consumerOf, entityIdOf } from './addresses.ts'
import type { Envelope } from './envelope.ts'
import type { IdentityProvider } from './identity-provider.ts'
import { notValid } from './not-valid.ts'
import { parseXml, type XmlElement } from './xml.ts'

/** How far clocks may be apart. */
export const clockSkewSeconds = 180

/**
 * Verifies every signature of an answer with the identity provider's own certificates; those that the answer brings
 * along are not looked at.
 * @returns the assertion as it was signed: parsed again from the verified bytes, and nothing else
 * @throws AuthError 400 validation_failed
 */
export async function verifyResponse(
	config: Config,
	{ certificates }: IdentityProvider,
	{ xml, isResponseSigned, isAssertionSigned }: Envelope,
): Promise<XmlElement> {
	const { SAML } = await import('@node-saml/node-saml')
	const library = new SAML({
		issuer: entityIdOf(config),
		audience: entityIdOf(config),
		callbackUrl: consumerOf(config),
		idpCert: certificates,
		wantAuthnResponseSigned: isResponseSigned,
		wantAssertionsSigned: isAssertionSigned,
		acceptedClockSkewMs: clockSkewSeconds * 1000,
	})
	const SAMLResponse = Buffer.from(xml).toString('base64')
	const { profile } = await library
		.validatePostResponseAsync({ SAMLResponse })
		.catch((cause: Error) => {
			throw notValid(reasonOf(cause), cause)
		})
	const verified = profile?.getAssertionXml?.()
	if (!verified) throw notValid('it does not contain a verified assertion')
	return parseXml(verified)
}

/** The library's words for what people can mend themselves; the rest of them go to the log. */
function reasonOf({ message }: Error): string {
	if (/signature/i.test(message)) return 'its signature does not verify'
	if (/audience/i.test(message)) return 'it is meant for another audience'
	if (/expired|not yet valid/i.test(message)) return 'its time has passed or has not come'
	return 'it cannot be verified'
}
