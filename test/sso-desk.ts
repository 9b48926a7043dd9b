import { createTestApp, type TestApp } from './app.ts'
import { callAuth, type WireAnswer } from './auth-wire.ts'
import { type SamlIdentityProvider, startSamlIdentityProvider } from './saml-identity-provider.ts'

/** An administrator who manages identity providers, and the metadata of as many as he likes. */
export type SsoDesk = {
	app: TestApp
	idp: SamlIdentityProvider
	/** Calls /admin/sso/providers with the service key. */
	call(method: string, path?: string, body?: unknown, where?: TestApp): Promise<WireAnswer>
	/** Metadata of a provider of its own, or of that name. */
	metadata(name?: string): string
	/** Adds a provider. @returns it as it was answered */
	// biome-ignore lint/suspicious/noExplicitAny: an answer under test may have any shape
	create(terms?: Record<string, unknown>): Promise<any>
	close(): Promise<void>
}

export async function openSsoDesk(): Promise<SsoDesk> {
	const app = await createTestApp({ SAML_ENABLED: 'on', SAML_ALLOW_PRIVATE_METADATA: 'on' })
	const idp = await startSamlIdentityProvider()
	let number = 0
	const call: SsoDesk['call'] = (method, path = '', body, where = app) =>
		callAuth(where, method, `/admin/sso/providers${path}`, {
			bearer: where.deps.keys.serviceRoleKey,
			...(body === undefined ? {} : { body }),
		})
	const metadata = (name = `urn:idp:${++number}`) =>
		idp.metadata.replace(/entityID="[^"]+"/, `entityID="${name}"`)
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
