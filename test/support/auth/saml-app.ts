import {
	type ResponsePlan,
	type SamlFormPost,
	type SamlIdentityProvider,
	startSamlIdentityProvider,
} from '#test/fakes/saml-identity-provider.ts'
import { nameIdFormats, type SamlResponseFields } from '#test/fakes/saml-response.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import { type AuthResponse, callAuth } from './auth-requests.ts'

/** An installation with a company that signs in through its own identity provider. */
export type SamlApp = {
	app: TestApp
	idp: SamlIdentityProvider
	/** Id of the company's provider. */
	providerId: string
	/** Calls /admin/sso/providers with the service key. */
	manage(method: string, path: string, body?: unknown): Promise<AuthResponse>
	/** The published metadata of the service provider. */
	serviceMetadata: string
	/**
	 * Starts a sign-in.
	 * @returns the URL of the identity provider's page
	 */
	begin(body?: Record<string, unknown>): Promise<string>
	/** Posts the identity provider's form. */
	deliver(delivery: Partial<SamlFormPost>): Promise<{ status: number; url: URL }>
	/** The complete sign-in, with a response according to a plan. */
	signOn(plan?: ResponsePlan, body?: Record<string, unknown>): Promise<{ status: number; url: URL }>
	close(): Promise<void>
}

export const domain = 'skerry.example'

/** A person whom the provider names by address. */
export const isla: Partial<SamlResponseFields> = {
	nameId: 'isla@skerry.example',
	nameIdFormat: nameIdFormats.email,
}

/** The attribute `mail` by its object identifier (RFC 4524). */
export const mailAttribute = 'urn:oid:0.9.2342.19200300.100.1.3'
/** A person whom the provider of openMappedSamlApp names by number and attributes. */
export const employee: Partial<SamlResponseFields> = {
	nameId: 'employee-7',
	attributes: { [mailAttribute]: 'Isla@Skerry.example', cn: 'Isla Moore', memberOf: ['crew', 'cooks'] },
}

/** Opens an app whose provider has a mapping of attributes: a name, groups, and a plan by default. */
export function openMappedSamlApp(): Promise<SamlApp> {
	const keys = {
		full_name: { names: ['displayName', 'cn'] },
		groups: { name: 'memberOf', array: true },
		plan: { name: 'plan', default: 'basic' },
	}
	return openSamlApp({}, { attribute_mapping: { keys } })
}

export async function openSamlApp(
	env: Record<string, string> = {},
	provider: Record<string, unknown> = {},
	started?: SamlIdentityProvider,
): Promise<SamlApp> {
	const app = await createTestApp({ SAML_ENABLED: 'on', ...env })
	const idp = started ?? (await startSamlIdentityProvider())
	const serviceMetadata: string = (await callAuth(app, 'GET', '/sso/saml/metadata')).body
	idp.trust(serviceMetadata)

	const manage: SamlApp['manage'] = (method, path, body) =>
		callAuth(app, method, `/admin/sso/providers${path}`, {
			bearer: app.deps.keys.serviceRoleKey,
			...(body === undefined ? {} : { body }),
		})
	const terms = { type: 'saml', metadata_xml: idp.metadata, domains: [domain], ...provider }
	const made = await manage('POST', '', terms)
	if (made.status !== 201) throw new Error(JSON.stringify(made.body))

	const begin: SamlApp['begin'] = async (body) => {
		const request = { domain, skip_http_redirect: true, ...body }
		return (await callAuth(app, 'POST', '/sso', { body: request })).body.url
	}
	const deliver: SamlApp['deliver'] = async ({ SAMLResponse, RelayState }) => {
		const fields = { ...(SAMLResponse ? { SAMLResponse } : {}), RelayState: RelayState ?? '' }
		const { status, headers } = await callAuth(app, 'POST', '/sso/saml/acs', {
			body: new URLSearchParams(fields).toString(),
			// A form post from another site, without an API key.
			headers: {
				apikey: '',
				'content-type': 'application/x-www-form-urlencoded',
				origin: new URL(idp.metadataUrl).origin,
			},
		})
		return { status, url: new URL(headers.get('location') ?? 'nowhere:') }
	}
	return {
		app,
		idp,
		providerId: made.body.id,
		serviceMetadata,
		manage,
		begin,
		deliver,
		async signOn(plan = {}, body = {}) {
			idp.next = plan
			return deliver(await idp.signIn(await begin(body)))
		},
		async close() {
			await app.close()
			await idp.close()
		},
	}
}

/** The error in the URL of a redirect. */
export function errorFromRedirect({ status, url }: { status: number; url: URL }) {
	return [status, url.searchParams.get('error_code'), url.searchParams.get('error_description')]
}

/** The result of `errorFromRedirect` for an assertion refused for a reason. */
export function refused(reason: string) {
	return [303, 'validation_failed', `SAML Assertion is not valid: ${reason}`]
}

/** The parameters in a URL's fragment, as the implicit flow returns them. */
export function fragmentOf(url: URL): URLSearchParams {
	return new URLSearchParams(url.hash.slice(1))
}

/** Tells whether a redirect carries a session. */
export function isSignedIn({ url }: { url: URL }): boolean {
	return fragmentOf(url).has('access_token')
}
