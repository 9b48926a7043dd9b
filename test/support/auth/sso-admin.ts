import { type SamlIdentityProvider, startSamlIdentityProvider } from '#test/fakes/saml-identity-provider.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import { type AuthResponse, callAuth } from './auth-requests.ts'

/** Calls of an administrator who manages identity providers, and generated metadata. */
export type SsoAdmin = {
	app: TestApp
	idp: SamlIdentityProvider
	/** Calls /admin/sso/providers with the service key. */
	call(method: string, path?: string, body?: unknown, where?: TestApp): Promise<AuthResponse>
	/** Metadata of a new provider, or of one with that name. */
	metadata(name?: string): string
	/**
	 * Adds a provider.
	 * @returns the response's body
	 */
	// biome-ignore lint/suspicious/noExplicitAny: an answer under test may have any shape
	create(terms?: Record<string, unknown>): Promise<any>
	close(): Promise<void>
}

export async function openSsoAdmin(): Promise<SsoAdmin> {
	const app = await createTestApp({ SAML_ENABLED: 'on', SAML_ALLOW_PRIVATE_METADATA: 'on' })
	const idp = await startSamlIdentityProvider()
	let number = 0
	const call: SsoAdmin['call'] = (method, path = '', body, where = app) =>
		callAuth(where, method, `/admin/sso/providers${path}`, {
			bearer: where.deps.keys.serviceRoleKey,
			...(body === undefined ? {} : { body }),
		})
	const metadata = (name = `urn:idp:${++number}`) => idp.metadata.replace(/entityID="[^"]+"/, `entityID="${name}"`)
	return {
		app,
		idp,
		call,
		metadata,
		async create(terms = {}) {
			return (await call('POST', '', { type: 'saml', metadata_xml: metadata(), ...terms })).body
		},
		async close() {
			await app.close()
			await idp.close()
		},
	}
}
