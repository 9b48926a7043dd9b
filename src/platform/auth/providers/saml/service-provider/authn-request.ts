import type { Config } from '#platform/config/config.ts'
import type { RequestSigner } from './request-signer.ts'
import { assertionConsumerUrl, serviceProviderEntityId } from './service-provider-metadata.ts'

export const persistentFormat = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent'

/** Builds the sign-in URL of an identity provider: a signed request in the redirect binding. */
export async function authnRequestUrl(
	config: Config,
	{ privateKey }: RequestSigner,
	request: {
		signOnUrl: string
		requestId: string
		relayState: string
		nameIdFormat: string | null
	},
): Promise<string> {
	// Loaded on demand: most processes never need it.
	const { SAML } = await import('@node-saml/node-saml')
	const library = new SAML({
		issuer: serviceProviderEntityId(config),
		callbackUrl: assertionConsumerUrl(config),
		entryPoint: request.signOnUrl,
		// Not used here: responses are verified with the current metadata.
		idpCert: 'none',
		privateKey,
		signatureAlgorithm: 'sha256',
		identifierFormat: request.nameIdFormat ?? persistentFormat,
		// The identity provider decides how users authenticate; a requested context could exclude a second factor.
		disableRequestedAuthnContext: true,
		generateUniqueId: () => request.requestId,
	})
	return library.getAuthorizeUrlAsync(request.relayState, undefined, {})
}
