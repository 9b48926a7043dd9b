import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '#test/app.ts'
import { callAuth, refusal, type WireAnswer } from '#test/auth-wire.ts'
import { asOwner } from '#test/database.ts'
import { formats } from '#test/saml-answer.ts'
import {
	type SamlIdentityProvider,
	startSamlIdentityProvider,
} from '#test/saml-identity-provider.ts'
import { fragmentOf, openSamlWorld } from '#test/saml-world.ts'

describe('managing identity providers', () => {
	let app: TestApp
	let idp: SamlIdentityProvider
	beforeAll(async () => {
		app = await createTestApp({ SAML_ENABLED: 'on', SAML_ALLOW_PRIVATE_METADATA: 'on' })
		idp = await startSamlIdentityProvider()
	})
	afterAll(async () => {
		await app.close()
		await idp.close()
	})

	const call = (method: string, path = '', body?: unknown, where = app) =>
		callAuth(where, method, `/admin/sso/providers${path}`, {
			bearer: where.deps.keys.serviceRoleKey,
			...(body === undefined ? {} : { body }),
		})
	let number = 0
	/** Metadata of a provider of its own. */
	const metadata = (name = `urn:idp:${++number}`) =>
		idp.metadata.replace(/entityID="[^"]+"/, `entityID="${name}"`)
	const create = async (terms: Record<string, unknown> = {}) => {
		const body = { type: 'saml', metadata_xml: metadata(), ...terms }
		return (await call('POST', '', body)).body
	}

	it('makes one, shows it, and lists it without its metadata', async () => {
		const attribute_mapping = {
			keys: {
				email: { name: 'mail' },
				groups: { names: ['memberOf', 'groups'], array: true },
				plan: { name: 'plan', default: { level: 1 } },
			},
		}
		const metadata_xml = metadata('urn:whole')
		const made = await call('POST', '', {
			type: 'saml',
			metadata_xml,
			domains: ['Whole.example', 'two.whole.example', 'whole.example'],
			attribute_mapping,
			name_id_format: formats.persistent,
			resource_id: 'tenant:Whole',
		})
		expect(made.status).toBe(201)
		expect(made.body).toEqual({
			id: expect.stringMatching(/^[0-9a-f-]{36}$/),
			resource_id: 'tenant:Whole',
			disabled: false,
			saml: {
				entity_id: 'urn:whole',
				metadata_xml,
				attribute_mapping,
				name_id_format: formats.persistent,
			},
			domains: [{ domain: 'whole.example' }, { domain: 'two.whole.example' }],
			created_at: expect.stringMatching(/Z$/),
			updated_at: expect.stringMatching(/Z$/),
		})
		for (const path of [`/${made.body.id}`, '/resource_tenant:Whole', '/resource_TENANT:whole']) {
			const { status, body } = await call('GET', path)
			expect([status, body]).toEqual([200, made.body])
		}
		const { saml, ...rest } = made.body
		const { metadata_xml: _, ...terms } = saml
		const list = await call('GET')
		expect(list.body).toEqual({ items: [{ ...rest, saml: terms }] })
		expect((await call('GET', '?resource_id=other')).body).toEqual({ items: [] })
		expect((await call('GET', '?resource_id_prefix=tenant:')).body.items).toHaveLength(1)
	})

	it('reads metadata from an address, and keeps the address', async () => {
		const { status, body } = await call('POST', '', { type: 'saml', metadata_url: idp.metadataUrl })
		expect(status).toBe(201)
		expect(body.saml).toEqual({
			entity_id: idp.entityId,
			metadata_xml: idp.metadata,
			metadata_url: idp.metadataUrl,
			attribute_mapping: {},
		})
		// What is pasted has no address any more.
		const pasted = await call('PUT', `/${body.id}`, { metadata_xml: idp.metadata })
		expect(pasted.body.saml.metadata_url).toBeUndefined()
	})

	it('changes what is named, and leaves the rest', async () => {
		const domains = ['change.example', 'stay.change.example']
		const before = await create({ domains, resource_id: 'c1', name_id_format: formats.email })
		const same = await call('PUT', `/${before.id}`, {})
		expect(same.body).toEqual({ ...before, updated_at: expect.any(String) })
		const put = async (body: unknown) => (await call('PUT', `/${before.id}`, body)).body
		const order = ['new.change.example', 'stay.change.example']
		expect((await put({ domains: order })).domains).toEqual(order.map((domain) => ({ domain })))
		expect((await put({ domains: [] })).domains).toEqual([])
		const mapping = { keys: { name: { name: 'cn' } } }
		expect((await put({ attribute_mapping: mapping })).saml.attribute_mapping).toEqual(mapping)
		expect((await put({ disabled: true })).disabled).toBe(true)
		expect((await put({ resource_id: '' })).resource_id).toBeUndefined()
		expect((await put({ name_id_format: '' })).saml.name_id_format).toBeUndefined()
		const after = (await call('GET', `/${before.id}`)).body
		expect(after).toMatchObject({ disabled: true, saml: { attribute_mapping: mapping } })
	})

	it('gives back what it deletes', async () => {
		const made = await create({ domains: ['gone.example'] })
		expect(await call('DELETE', `/${made.id}`)).toMatchObject({ status: 200, body: made })
		expect(refusal(await call('GET', `/${made.id}`))).toEqual([
			404,
			'sso_provider_not_found',
			'SSO Identity Provider not found',
		])
		// The domain is free again.
		expect((await create({ domains: ['gone.example'] })).domains).toHaveLength(1)
	})

	it.each(['GET', 'PUT', 'DELETE'])('%s knows nobody by a wrong name', async (method) => {
		for (const name of [
			randomUUID(),
			'x',
			'resource_',
			'resource_none',
			`resource_${randomUUID()}`,
		])
			expect(refusal(await call(method, `/${name}`, method === 'GET' ? undefined : {}))).toEqual([
				404,
				'sso_provider_not_found',
				'SSO Identity Provider not found',
			])
	})

	const wrong = 'validation_failed'
	it.each<[string, () => Record<string, unknown>, string, string]>([
		[
			'another type',
			() => ({ type: 'oidc' }),
			wrong,
			"Only 'saml' supported for SSO provider type",
		],
		['no type', () => ({ type: null }), wrong, "Only 'saml' supported for SSO provider type"],
		[
			'both kinds of metadata',
			() => ({ metadata_url: 'https://idp.example/' }),
			wrong,
			'Only one of metadata_xml or metadata_url needs to be set',
		],
		[
			'no metadata',
			() => ({ metadata_xml: null }),
			wrong,
			'Either metadata_xml or metadata_url must be set',
		],
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
			`name_id_format must be unspecified or one of ${formats.persistent}, ${formats.email}, ${formats.transient}, urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified`,
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
		[
			'no XML',
			() => ({ metadata_xml: 'hello' }),
			wrong,
			'SAML Metadata cannot be read: it is not well-formed XML',
		],
		[
			'no entity',
			() => ({ metadata_xml: '<x/>' }),
			wrong,
			'SAML Metadata does not contain an EntityID',
		],
		[
			'no name',
			() => ({ metadata_xml: metadata('') }),
			wrong,
			'SAML Metadata does not contain an EntityID',
		],
		[
			'no identity provider',
			() => ({ metadata_xml: metadata().replaceAll('IDPSSODescriptor', 'SPSSODescriptor') }),
			wrong,
			'SAML Metadata does not contain any IDPSSODescriptor',
		],
		[
			'two identity providers',
			() => ({
				metadata_xml: metadata().replace(/(<IDPSSODescriptor.*<\/IDPSSODescriptor>)/, '$1$1'),
			}),
			wrong,
			'SAML Metadata contains multiple IDPSSODescriptors',
		],
		[
			'no certificate',
			() => ({ metadata_xml: metadata().replace(/<KeyDescriptor.*<\/KeyDescriptor>/, '') }),
			wrong,
			'SAML Metadata does not contain a signing certificate with an RSA key of at least 2048 bits',
		],
		[
			'a certificate for encryption only',
			() => ({ metadata_xml: metadata().replace('use="signing"', 'use="encryption"') }),
			wrong,
			'SAML Metadata does not contain a signing certificate with an RSA key of at least 2048 bits',
		],
		[
			'no address to go to',
			() => ({ metadata_xml: metadata().replace('bindings:HTTP-Redirect', 'bindings:HTTP-POST') }),
			wrong,
			'SAML Metadata does not contain a SingleSignOnService with the HTTP-Redirect binding',
		],
		[
			'a script to go to',
			() => ({
				metadata_xml: metadata().replace(/Location="[^"]+"/, 'Location="javascript:alert(1)"'),
			}),
			wrong,
			'SAML Metadata does not contain a SingleSignOnService with the HTTP-Redirect binding',
		],
	])('refuses %s', async (_, terms, code, message) => {
		const answer = await call('POST', '', { type: 'saml', metadata_xml: metadata(), ...terms() })
		expect(refusal(answer)).toEqual([400, code, message])
	})

	it.each<[Record<string, unknown>, string]>([
		[{ domains: 'x.example' }, 'domains'],
		[{ attribute_mapping: { keys: { email: 'mail' } } }, 'attribute_mapping.keys.email'],
		[
			{ attribute_mapping: { keys: { email: { names: 'mail' } } } },
			'attribute_mapping.keys.email.names',
		],
		[{ disabled: 'yes' }, 'disabled'],
		[{ metadata_xml: 7 }, 'metadata_xml'],
	])('refuses %j as of a wrong type', async (terms, field) => {
		const { status, body } = await call('POST', '', { type: 'saml', ...terms })
		expect([status, body.code]).toEqual([400, 'bad_json'])
		expect(body.message).toContain(`Could not parse request body as JSON: ${field}: `)
	})

	it('refuses plain addresses where the operator did not allow his own network', async () => {
		const strict = await createTestApp({ SAML_ENABLED: 'on' }, app.database)
		const post = (metadata_url: string) => call('POST', '', { type: 'saml', metadata_url }, strict)
		const before = idp.metadataReads
		expect(refusal(await post(idp.metadataUrl))).toEqual([
			400,
			wrong,
			'metadata_url is not a HTTPS URL',
		])
		const secure = idp.metadataUrl.replace('http:', 'https:')
		expect(refusal(await post(secure))).toEqual([
			400,
			'saml_metadata_fetch_failed',
			`error fetching SAML Metadata from URL '${secure}': 127.0.0.1 is not a public address`,
		])
		expect(idp.metadataReads).toBe(before)
		await strict.close()
	})

	it('says which HTTP error came instead of metadata', async () => {
		const metadata_url = `${idp.metadataUrl}/none`
		expect(refusal(await call('POST', '', { type: 'saml', metadata_url }))).toEqual([
			400,
			'saml_metadata_fetch_failed',
			`HTTP 404 error fetching SAML Metadata from URL '${metadata_url}'`,
		])
	})

	it('takes nothing twice: no name, no domain, no resource', async () => {
		const first = await create({
			metadata_xml: metadata('urn:first'),
			domains: ['first.example'],
			resource_id: 'first',
		})
		const second = await create({ domains: ['second.example'] })
		const post = (terms: unknown) => call('POST', '', { type: 'saml', ...(terms as object) })
		expect(refusal(await post({ metadata_xml: metadata('urn:first') }))).toEqual([
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
		expect(refusal(await post({ metadata_xml: metadata(), domains }))).toEqual(taken)
		expect(refusal(await call('PUT', `/${second.id}`, { domains }))).toEqual(taken)
		// A refused change changes nothing.
		expect((await call('GET', `/${second.id}`)).body).toEqual(second)
		const twice = [422, 'conflict', 'An SSO provider with this resource_id already exists']
		expect(refusal(await post({ metadata_xml: metadata(), resource_id: 'First' }))).toEqual(twice)
		expect(refusal(await call('PUT', `/${second.id}`, { resource_id: 'first' }))).toEqual(twice)
		expect(
			refusal(await call('PUT', `/${second.id}`, { metadata_xml: metadata('urn:other') })),
		).toEqual([
			400,
			'saml_entity_id_mismatch',
			`SAML Metadata can be updated only if the EntityID matches for the provider; expected '${second.saml.entity_id}' but got 'urn:other'`,
		])
	})

	it('gives a domain to one of many who ask at once', async () => {
		const answers = await Promise.all(
			Array.from({ length: 6 }, () =>
				call('POST', '', { type: 'saml', metadata_xml: metadata(), domains: ['race.example'] }),
			),
		)
		const statuses = answers.map(({ status }) => status).toSorted()
		expect(statuses).toEqual([201, 400, 400, 400, 400, 400])
	})

	it('is for administrators alone', async () => {
		const { token } = await app.person()
		const made = await create()
		const ways: [string, string][] = [
			['GET', ''],
			['POST', ''],
			['GET', `/${made.id}`],
			['PUT', `/${made.id}`],
			['DELETE', `/${made.id}`],
		]
		const ask = (method: string, path: string, bearer?: string): Promise<WireAnswer> =>
			callAuth(app, method, `/admin/sso/providers${path}`, {
				...(bearer ? { bearer } : {}),
				...(method === 'GET' ? {} : { body: { disabled: true } }),
			})
		for (const [method, path] of ways) {
			expect((await ask(method, path)).body.code).toBe('no_authorization')
			expect((await ask(method, path, app.deps.keys.anonKey)).body.code).toBe('not_admin')
			expect((await ask(method, path, token)).body.code).toBe('not_admin')
			expect((await ask(method, path, 'forged')).body.code).toBe('bad_jwt')
		}
		expect((await call('GET', `/${made.id}`)).body).toEqual(made)
	})

	it('writes down every change', async () => {
		const made = await create()
		await call('PUT', `/${made.id}`, { disabled: true })
		await call('DELETE', `/${made.id}`)
		const entries = await asOwner<{ payload: { action: string } }>(
			app.database,
			`select payload from auth.audit_log_entries where payload #>> '{traits,provider}' = $1 order by created_at`,
			[made.id],
		)
		expect(entries.map(({ payload }) => payload.action)).toEqual([
			...['sso_provider_created', 'sso_provider_updated', 'sso_provider_deleted'],
		])
	})

	it('ends the sessions of its people when it is switched off or taken away', async () => {
		for (const [method, body] of [
			['PUT', { disabled: true }],
			['DELETE', undefined],
		] as const) {
			const world = await openSamlWorld()
			const bystander = await world.app.person()
			const answer = { nameId: 'isla@skerry.example', nameIdFormat: formats.email }
			const { url } = await world.signOn({ answer })
			const bearer = fragmentOf(url).get('access_token') ?? ''
			const refresh_token = fragmentOf(url).get('refresh_token')
			await world.manage(method, `/${world.providerId}`, body)
			const path = '/token?grant_type=refresh_token'
			const { status } = await callAuth(world.app, 'POST', path, { body: { refresh_token } })
			expect(status).toBe(400)
			expect((await callAuth(world.app, 'GET', '/user', { bearer })).body.code).toBe(
				'session_not_found',
			)
			expect((await bystander.client.auth.getUser()).error).toBeNull()
			await world.close()
		}
	})
})
