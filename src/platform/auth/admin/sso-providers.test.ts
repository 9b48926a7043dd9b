import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { nameIdFormats } from '#test/fakes/saml-response.ts'
import { callAuth, errorParts } from '#test/support/auth/auth-requests.ts'
import { fragmentOf, openSamlApp } from '#test/support/auth/saml-app.ts'
import { openSsoAdmin, type SsoAdmin } from '#test/support/auth/sso-admin.ts'
import { asOwner } from '#test/support/test-database.ts'

describe('an administrator of identity providers', () => {
	let desk: SsoAdmin
	beforeAll(async () => {
		desk = await openSsoAdmin()
	})
	afterAll(() => desk.close())

	it('an administrator creates an identity provider, reads it, and lists it without its metadata', async () => {
		const attribute_mapping = {
			keys: {
				email: { name: 'mail' },
				groups: { names: ['memberOf', 'groups'], array: true },
				plan: { name: 'plan', default: { level: 1 } },
			},
		}
		const metadata_xml = desk.metadata('urn:whole')
		const made = await desk.call('POST', '', {
			type: 'saml',
			metadata_xml,
			domains: ['Whole.example', 'two.whole.example', 'whole.example'],
			attribute_mapping,
			name_id_format: nameIdFormats.persistent,
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
				name_id_format: nameIdFormats.persistent,
			},
			domains: [{ domain: 'whole.example' }, { domain: 'two.whole.example' }],
			created_at: expect.stringMatching(/Z$/),
			updated_at: expect.stringMatching(/Z$/),
		})
		for (const path of [`/${made.body.id}`, '/resource_tenant:Whole', '/resource_TENANT:whole']) {
			const { status, body } = await desk.call('GET', path)
			expect([status, body]).toEqual([200, made.body])
		}
		const { saml, ...rest } = made.body
		const { metadata_xml: _, ...terms } = saml
		const list = await desk.call('GET')
		expect(list.body).toEqual({ items: [{ ...rest, saml: terms }] })
		expect((await desk.call('GET', '?resource_id=other')).body).toEqual({ items: [] })
		expect((await desk.call('GET', '?resource_id_prefix=tenant:')).body.items).toHaveLength(1)
	})

	it('metadata of an identity provider is read from a URL, which is stored', async () => {
		const { status, body } = await desk.call('POST', '', {
			type: 'saml',
			metadata_url: desk.idp.metadataUrl,
		})
		expect(status).toBe(201)
		expect(body.saml).toEqual({
			entity_id: desk.idp.entityId,
			metadata_xml: desk.idp.metadata,
			metadata_url: desk.idp.metadataUrl,
			attribute_mapping: {},
		})
		// A pasted document has no address any more.
		const pasted = await desk.call('PUT', `/${body.id}`, { metadata_xml: desk.idp.metadata })
		expect(pasted.body.saml.metadata_url).toBeUndefined()
	})

	it('a change of an identity provider leaves fields that are not given', async () => {
		const domains = ['change.example', 'stay.change.example']
		const before = await desk.create({
			domains,
			resource_id: 'c1',
			name_id_format: nameIdFormats.email,
		})
		const same = await desk.call('PUT', `/${before.id}`, {})
		expect(same.body).toEqual({ ...before, updated_at: expect.any(String) })
		const put = async (body: unknown) => (await desk.call('PUT', `/${before.id}`, body)).body
		const order = ['new.change.example', 'stay.change.example']
		expect((await put({ domains: order })).domains).toEqual(order.map((domain) => ({ domain })))
		expect((await put({ domains: [] })).domains).toEqual([])
		const mapping = { keys: { name: { name: 'cn' } } }
		expect((await put({ attribute_mapping: mapping })).saml.attribute_mapping).toEqual(mapping)
		expect((await put({ disabled: true })).disabled).toBe(true)
		expect((await put({ resource_id: 'resource_c2' })).resource_id).toBe('resource_c2')
		expect((await desk.call('GET', '/resource_c2')).body.resource_id).toBe('resource_c2')
		expect((await put({ resource_id: '' })).resource_id).toBeUndefined()
		expect((await put({ name_id_format: '' })).saml.name_id_format).toBeUndefined()
		const after = (await desk.call('GET', `/${before.id}`)).body
		expect(after).toMatchObject({ disabled: true, saml: { attribute_mapping: mapping } })
	})

	it('deleting an identity provider returns it', async () => {
		const made = await desk.create({ domains: ['gone.example'] })
		expect(await desk.call('DELETE', `/${made.id}`)).toMatchObject({ status: 200, body: made })
		expect(errorParts(await desk.call('GET', `/${made.id}`))).toEqual([
			404,
			'sso_provider_not_found',
			'SSO Identity Provider not found',
		])
		// The domain is free again.
		expect((await desk.create({ domains: ['gone.example'] })).domains).toHaveLength(1)
	})

	it.each(['GET', 'PUT', 'DELETE'])('%s of an unknown identity provider is refused', async (method) => {
		for (const name of [randomUUID(), 'x', 'resource_', 'resource_none', `resource_${randomUUID()}`])
			expect(errorParts(await desk.call(method, `/${name}`, method === 'GET' ? undefined : {}))).toEqual([
				404,
				'sso_provider_not_found',
				'SSO Identity Provider not found',
			])
	})

	it('every change of an identity provider is in the audit log', async () => {
		const made = await desk.create()
		await desk.call('PUT', `/${made.id}`, { disabled: true })
		await desk.call('DELETE', `/${made.id}`)
		const entries = await asOwner<{ payload: { action: string } }>(
			desk.app.database,
			`select payload from auth.audit_log_entries where payload #>> '{traits,provider}' = $1 order by created_at`,
			[made.id],
		)
		expect(entries.map(({ payload }) => payload.action)).toEqual([
			...['sso_provider_created', 'sso_provider_updated', 'sso_provider_deleted'],
		])
	})

	it('disabling or deleting an identity provider ends the sessions of its users', async () => {
		for (const [method, body] of [
			['PUT', { disabled: true }],
			['DELETE', undefined],
		] as const) {
			const world = await openSamlApp()
			const bystander = await world.app.person()
			const answer = { nameId: 'isla@skerry.example', nameIdFormat: nameIdFormats.email }
			const { url } = await world.signOn({ answer })
			const bearer = fragmentOf(url).get('access_token') ?? ''
			const refresh_token = fragmentOf(url).get('refresh_token')
			await world.manage(method, `/${world.providerId}`, body)
			const path = '/token?grant_type=refresh_token'
			const { status } = await callAuth(world.app, 'POST', path, { body: { refresh_token } })
			expect(status).toBe(400)
			expect((await callAuth(world.app, 'GET', '/user', { bearer })).body.code).toBe('session_not_found')
			expect((await bystander.client.auth.getUser()).error).toBeNull()
			await world.close()
		}
	})
})
