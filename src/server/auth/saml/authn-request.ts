import type { Config } from '#server/config.ts'
import { consumerOf, entityIdOf } from './addresses.ts'
import type { RequestSigner } from './signing-key.ts'

export const persistentFormat = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent'

/** Writes the address that takes somebody to an identity provider: a signed request in the redirect binding. */
export async function requestAddress(
	config: Config,
	{ privateKey }: RequestSigner,
	visit: { signOnUrl: string; requestId: string; relayState: string; nameIdFormat: string | null },
): Promise<string> {
	// Loaded with the first sign-in of this kind; most processes never need it.
	const { SAML } = await import('@node-saml/node-saml')
	const library = new SAML({
		issuer: entityIdOf(config),
		callbackUrl: consumerOf(config),
		entryPoint: visit.signOnUrl,
		// What an answer is verified with is decided when it comes.
		idpCert: 'none',
		privateKey,
		signatureAlgorithm: 'sha256',
		identifierFormat: visit.nameIdFormat ?? persistentFormat,
		// How somebody signs in is their company's business: a second factor must not be too much.
		disableRequestedAuthnContext: true,
		generateUniqueId: () => visit.requestId,
	})
	return library.getAuthorizeUrlAsync(visit.relayState, undefined, {})
}
