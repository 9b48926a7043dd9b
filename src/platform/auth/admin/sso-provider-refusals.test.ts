import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { nameIdFormats } from '#test/fakes/saml-response.ts'
import { type AuthResponse, callAuth, errorParts } from '#test/support/auth/auth-requests.ts'
import { openSsoAdmin, type SsoAdmin } from '#test/support/auth/sso-admin.ts'
import { createTestApp } from '#test/support/test-app.ts'

describe('the API of identity providers', () => {
	let desk: SsoAdmin
	beforeAll(async () => {
		desk = await openSsoAdmin()
	})
	afterAll(() => desk.close())

	const wrong = 'validation_failed'
	it.each<[string, () => Record<string, unknown>, string, string]>([
		['another type', () => ({ type: 'oidc' }), wrong, "Only 'saml' supported for SSO provider type"],
		['no type', () => ({ type: null }), wrong, "Only 'saml' supported for SSO provider type"],
		[
			'both kinds of metadata',
			() => ({ metadata_url: 'https://idp.example/' }),
			wrong,
			'Only one of metadata_xml or metadata_url needs to be set',
		],
		['no metadata', () => ({ metadata_xml: null }), wrong, 'Either metadata_xml or metadata_url must be set'],
		[
			'an address that is none',
			() => ({ metadata_xml: null, metadata_url: 'idp' }),
			wrong,
			'metadata_url is not a valid URL',
		],
		[
			'an address of another kind',
			() => ({ metadata_xml: null, metadata_url: 'file:///etc/passwd' }),
			wrong,
			'metadata_url is not a HTTPS URL',
		],
		[
			'an unknown format of names',
			() => ({ name_id_format: 'urn:x' }),
			wrong,
			`name_id_format must be unspecified or one of ${nameIdFormats.persistent}, ${nameIdFormats.email}, ${nameIdFormats.transient}, urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified`,
		],
		[
			'an address for a domain',
			() => ({ domains: ['a@b.example'] }),
			wrong,
			"domains: 'a@b.example' is not a domain name",
		],
		[
			'a domain with a path',
			() => ({ domains: ['b.example/x'] }),
			wrong,
			"domains: 'b.example/x' is not a domain name",
		],
		['an empty domain', () => ({ domains: [''] }), wrong, "domains: '' is not a domain name"],
		['no XML', () => ({ metadata_xml: 'hello' }), wrong, 'SAML Metadata cannot be read: it is not well-formed XML'],
		['no entity', () => ({ metadata_xml: '<x/>' }), wrong, 'SAML Metadata does not contain an EntityID'],
		['no name', () => ({ metadata_xml: desk.metadata('') }), wrong, 'SAML Metadata does not contain an EntityID'],
		[
			'no identity provider',
			() => ({ metadata_xml: desk.metadata().replaceAll('IDPSSODescriptor', 'SPSSODescriptor') }),
			wrong,
			'SAML Metadata does not contain any IDPSSODescriptor',
		],
		[
			'two identity providers',
			() => ({
				metadata_xml: desk.metadata().replace(/(<IDPSSODescriptor.*<\/IDPSSODescriptor>)/, '$1$1'),
			}),
			wrong,
			'SAML Metadata contains multiple IDPSSODescriptors',
		],
		[
			'no certificate',
			() => ({ metadata_xml: desk.metadata().replace(/<KeyDescriptor.*<\/KeyDescriptor>/, '') }),
			wrong,
			'SAML Metadata does not contain a signing certificate with an RSA key of at least 2048 bits',
		],
		[
			'a certificate for encryption only',
			() => ({ metadata_xml: desk.metadata().replace('use="signing"', 'use="encryption"') }),
			wrong,
			'SAML Metadata does not contain a signing certificate with an RSA key of at least 2048 bits',
		],
		[
			'no address to go to',
			() => ({
				metadata_xml: desk.metadata().replace('bindings:HTTP-Redirect', 'bindings:HTTP-POST'),
			}),
			wrong,
			'SAML Metadata does not contain a SingleSignOnService with the HTTP-Redirect binding',
		],
		[
			'a script to go to',
			() => ({
				metadata_xml: desk.metadata().replace(/Location="[^"]+"/, 'Location="javascript:alert(1)"'),
			}),
			wrong,
			'SAML Metadata does not contain a SingleSignOnService with the HTTP-Redirect binding',
		],
	])('the API of identity providers refuses %s', async (_, terms, code, message) => {
		const answer = await desk.call('POST', '', {
			type: 'saml',
			metadata_xml: desk.metadata(),
			...terms(),
		})
		expect(errorParts(answer)).toEqual([400, code, message])
	})

	it.each<[Record<string, unknown>, string]>([
		[{ domains: 'x.example' }, 'domains'],
		[{ attribute_mapping: { keys: { email: 'mail' } } }, 'attribute_mapping.keys.email'],
		[{ attribute_mapping: { keys: { email: { names: 'mail' } } } }, 'attribute_mapping.keys.email.names'],
		[{ disabled: 'yes' }, 'disabled'],
		[{ metadata_xml: 7 }, 'metadata_xml'],
	])('the API of identity providers refuses %j as of a wrong type', async (terms, field) => {
		const { status, body } = await desk.call('POST', '', { type: 'saml', ...terms })
		expect([status, body.code]).toEqual([400, 'bad_json'])
		expect(body.message).toContain(`Could not parse request body as JSON: ${field}: `)
	})

	it('metadata over http is refused unless private networks are allowed', async () => {
		const strict = await createTestApp({ SAML_ENABLED: 'on' }, desk.app.database)
		const post = (metadata_url: string) => desk.call('POST', '', { type: 'saml', metadata_url }, strict)
		const before = desk.idp.metadataReads
		expect(errorParts(await post(desk.idp.metadataUrl))).toEqual([400, wrong, 'metadata_url is not a HTTPS URL'])
		const secure = desk.idp.metadataUrl.replace('http:', 'https:')
		expect(errorParts(await post(secure))).toEqual([
			400,
			'saml_metadata_fetch_failed',
			`error fetching SAML Metadata from URL '${secure}': 127.0.0.1 is not a public address`,
		])
		expect(desk.idp.metadataReads).toBe(before)
		await strict.close()
	})

	it('the refusal of metadata names the HTTP status of its URL', async () => {
		const metadata_url = `${desk.idp.metadataUrl}/none`
		expect(errorParts(await desk.call('POST', '', { type: 'saml', metadata_url }))).toEqual([
			400,
			'saml_metadata_fetch_failed',
			`HTTP 404 error fetching SAML Metadata from URL '${metadata_url}'`,
		])
	})

	it('entity ids, domains and resource ids of identity providers are unique', async () => {
		const first = await desk.create({
			metadata_xml: desk.metadata('urn:first'),
			domains: ['first.example'],
			resource_id: 'first',
		})
		const second = await desk.create({ domains: ['second.example'] })
		const post = (terms: unknown) => desk.call('POST', '', { type: 'saml', ...(terms as object) })
		expect(errorParts(await post({ metadata_xml: desk.metadata('urn:first') }))).toEqual([
			422,
			'saml_idp_already_exists',
			'SAML Identity Provider with this EntityID (urn:first) already exists',
		])
		const taken = [
			400,
			'sso_domain_already_exists',
			`SSO Domain 'first.example' is already assigned to an SSO identity provider (${first.id})`,
		]
		const domains = ['third.example', 'FIRST.example']
		expect(errorParts(await post({ metadata_xml: desk.metadata(), domains }))).toEqual(taken)
		expect(errorParts(await desk.call('PUT', `/${second.id}`, { domains }))).toEqual(taken)
		// A refused change changes nothing.
		expect((await desk.call('GET', `/${second.id}`)).body).toEqual(second)
		const twice = [422, 'conflict', 'An SSO provider with this resource_id already exists']
		expect(errorParts(await post({ metadata_xml: desk.metadata(), resource_id: 'First' }))).toEqual(twice)
		expect(errorParts(await desk.call('PUT', `/${second.id}`, { resource_id: 'first' }))).toEqual(twice)
		expect(errorParts(await desk.call('PUT', `/${second.id}`, { metadata_xml: desk.metadata('urn:other') }))).toEqual([
			400,
			'saml_entity_id_mismatch',
			`SAML Metadata can be updated only if the EntityID matches for the provider; expected '${second.saml.entity_id}' but got 'urn:other'`,
		])
	})

	it('of concurrent requests for a domain one gets it', async () => {
		const answers = await Promise.all(
			Array.from({ length: 6 }, () =>
				desk.call('POST', '', {
					type: 'saml',
					metadata_xml: desk.metadata(),
					domains: ['race.example'],
				}),
			),
		)
		const statuses = answers.map(({ status }) => status).toSorted()
		expect(statuses).toEqual([201, 400, 400, 400, 400, 400])
	})

	it('the API of identity providers is for administrators only', async () => {
		const { token } = await desk.app.person()
		const made = await desk.create()
		const ways: [string, string][] = [
			['GET', ''],
			['POST', ''],
			['GET', `/${made.id}`],
			['PUT', `/${made.id}`],
			['DELETE', `/${made.id}`],
		]
		const ask = (method: string, path: string, bearer?: string): Promise<AuthResponse> =>
			callAuth(desk.app, method, `/admin/sso/providers${path}`, {
				...(bearer ? { bearer } : {}),
				...(method === 'GET' ? {} : { body: { disabled: true } }),
			})
		for (const [method, path] of ways) {
			expect((await ask(method, path)).body.code).toBe('no_authorization')
			expect((await ask(method, path, desk.app.deps.keys.anonKey)).body.code).toBe('not_admin')
			expect((await ask(method, path, token)).body.code).toBe('not_admin')
			expect((await ask(method, path, 'forged')).body.code).toBe('bad_jwt')
		}
		expect((await desk.call('GET', `/${made.id}`)).body).toEqual(made)
	})
})
