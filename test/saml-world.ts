import { createTestApp, type TestApp } from './app.ts'
import { callAuth, type WireAnswer } from './auth-wire.ts'
import {
	type Delivery,
	type Plan,
	type SamlIdentityProvider,
	startSamlIdentityProvider,
} from './saml-identity-provider.ts'

/** An installation with a company that signs in through its own identity provider. */
export type SamlWorld = {
	app: TestApp
	idp: SamlIdentityProvider
	/** The company's provider here. */
	providerId: string
	/** Speaks to /admin/sso/providers with the service key. */
	manage(method: string, path: string, body?: unknown): Promise<WireAnswer>
	/** What this installation publishes of itself. */
	serviceMetadata: string
	/** Sends somebody to the identity provider. @returns the address */
	begin(body?: Record<string, unknown>): Promise<string>
	/** Posts what a browser brought back. */
	deliver(delivery: Partial<Delivery>): Promise<{ status: number; url: URL }>
	/** The whole way: there, and back with an answer after a plan. */
	signOn(plan?: Plan, body?: Record<string, unknown>): Promise<{ status: number; url: URL }>
	close(): Promise<void>
}

export const domain = 'skerry.example'

export async function openSamlWorld(
	env: Record<string, string> = {},
	provider: Record<string, unknown> = {},
	started?: SamlIdentityProvider,
): Promise<SamlWorld> {
	const app = await createTestApp({ SAML_ENABLED: 'on', ...env })
	const idp = started ?? (await startSamlIdentityProvider())
	const serviceMetadata: string = (await callAuth(app, 'GET', '/sso/saml/metadata')).body
	idp.trust(serviceMetadata)

	const manage: SamlWorld['manage'] = (method, path, body) =>
		callAuth(app, method, `/admin/sso/providers${path}`, {
			bearer: app.deps.keys.serviceRoleKey,
			...(body === undefined ? {} : { body }),
		})
	const terms = { type: 'saml', metadata_xml: idp.metadata, domains: [domain], ...provider }
	const made = await manage('POST', '', terms)
	if (made.status !== 201) throw new Error(JSON.stringify(made.body))

	const begin: SamlWorld['begin'] = async (body) => {
		const wish = { domain, skip_http_redirect: true, ...body }
		return (await callAuth(app, 'POST', '/sso', { body: wish })).body.url
	}
	const deliver: SamlWorld['deliver'] = async ({ SAMLResponse, RelayState }) => {
		const fields = { ...(SAMLResponse ? { SAMLResponse } : {}), RelayState: RelayState ?? '' }
		const { status, headers } = await callAuth(app, 'POST', '/sso/saml/acs', {
			body: new URLSearchParams(fields).toString(),
			// A browser comes from elsewhere, with a form and without a key.
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
			return deliver(await idp.visit(await begin(body)))
		},
		async close() {
			await app.close()
			await idp.close()
		},
	}
}

/** The error that an answer tells, from its address. */
export function toldError({ status, url }: { status: number; url: URL }) {
	return [status, url.searchParams.get('error_code'), url.searchParams.get('error_description')]
}

/** What `toldError` gives for an assertion that was refused for a reason. */
export function refused(reason: string) {
	return [303, 'validation_failed', `SAML Assertion is not valid: ${reason}`]
}

/** What an implicit answer carries behind the #. */
export function fragmentOf(url: URL): URLSearchParams {
	return new URLSearchParams(url.hash.slice(1))
}
