import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callAuth, errorParts } from '#test/support/auth/auth-requests.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import { asOwner } from '#test/support/test-database.ts'

const redirect_uris = ['https://app.example/callback']

describe('OAuth clients', () => {
	let app: TestApp
	beforeAll(async () => {
		app = await createTestApp()
	})
	afterAll(() => app.close())

	const oauth = () => app.admin().auth.admin.oauth
	const call = (method: string, path: string, body?: unknown) =>
		callAuth(app, method, `/admin/oauth/clients${path}`, {
			bearer: app.deps.keys.serviceRoleKey,
			...(body === undefined ? {} : { body }),
		})

	it('the official client’s admin methods manage their whole life cycle', async () => {
		const created = await oauth().createClient({
			client_name: 'Harbour',
			client_uri: 'https://app.example',
			redirect_uris,
		})
		expect(created.error).toBeNull()
		const client = created.data
		expect(client).toEqual({
			client_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
			client_name: 'Harbour',
			client_secret: expect.stringMatching(/^[\w-]{43}$/),
			client_type: 'confidential',
			token_endpoint_auth_method: 'client_secret_basic',
			registration_type: 'manual',
			client_uri: 'https://app.example',
			redirect_uris,
			grant_types: ['authorization_code', 'refresh_token'],
			response_types: ['code'],
			created_at: expect.any(String),
			updated_at: expect.any(String),
		})
		const id = client?.client_id ?? ''
		const read = await oauth().getClient(id)
		expect(read.data?.client_name).toBe('Harbour')
		expect(read.data).not.toHaveProperty('client_secret')

		const changed = await oauth().updateClient(id, {
			client_name: 'Harbour 2',
			logo_uri: 'https://app.example/logo.png',
			token_endpoint_auth_method: 'client_secret_post',
		})
		expect(changed.data).toMatchObject({
			client_name: 'Harbour 2',
			client_uri: 'https://app.example',
			token_endpoint_auth_method: 'client_secret_post',
		})
		const again = await oauth().regenerateClientSecret(id)
		expect(again.data?.client_secret).toMatch(/^[\w-]{43}$/)
		expect(again.data?.client_secret).not.toBe(client?.client_secret)

		expect((await oauth().deleteClient(id)).error).toBeNull()
		expect((await oauth().getClient(id)).error?.code).toBe('oauth_client_not_found')
	})

	it('OAuth clients are listed by pages, the newest first', async () => {
		for (const name of ['one', 'two', 'three']) await oauth().createClient({ client_name: name, redirect_uris })
		const { data } = await oauth().listClients({ page: 1, perPage: 2 })
		expect(data.clients.map(({ client_name }) => client_name)).toEqual(['three', 'two'])
		expect(data).toMatchObject({ nextPage: 2, lastPage: 2, total: 3, aud: 'authenticated' })
		const all = await oauth().listClients()
		expect(all.data.clients).toHaveLength(3)
		for (const client of all.data.clients) expect(client).not.toHaveProperty('client_secret')
	})

	it('OAuth clients have only the hash of their secret stored', async () => {
		const { data } = await oauth().createClient({ client_name: 'secret', redirect_uris })
		const secret = data?.client_secret ?? ''
		const [row] = await asOwner<{ secret_hash: Buffer; text: string }>(
			app.database,
			'select secret_hash, c::text as text from auth.oauth_clients c where id = $1',
			[data?.client_id],
		)
		expect(row?.secret_hash).toEqual(createHash('sha256').update(secret).digest())
		expect(row?.text).not.toContain(secret)
	})

	it('public OAuth clients have no secret', async () => {
		const { body, status } = await call('POST', '', {
			client_name: 'phone',
			redirect_uris: ['myapp://callback', 'http://localhost:3000/x', 'http://[::1]/x'],
			token_endpoint_auth_method: 'none',
		})
		expect([status, body.client_type, body.client_secret]).toEqual([201, 'public', undefined])
		expect(errorParts(await call('POST', `/${body.client_id}/regenerate_secret`))).toEqual([
			400,
			'validation_failed',
			'Cannot regenerate secret for public client',
		])
		expect(
			errorParts(
				await call('PUT', `/${body.client_id}`, {
					token_endpoint_auth_method: 'client_secret_post',
				}),
			),
		).toEqual([
			400,
			'validation_failed',
			"token_endpoint_auth_method 'client_secret_post' is not valid for client_type 'public'; valid methods: [none]",
		])
	})

	it.each<[Record<string, unknown>, string]>([
		[{}, 'redirect_uris is required'],
		[{ redirect_uris: [] }, 'redirect_uris cannot be empty'],
		[{ redirect_uris: Array(11).fill('https://a.example') }, 'redirect_uris cannot exceed 10 items'],
		...(
			[
				['', 'redirect URI cannot be empty'],
				['/callback', 'invalid URL format'],
				['https://a.example/\n', 'invalid URL format'],
				['mailto:a@b.example', 'must have scheme and host'],
				['http://a.example/', 'HTTP scheme only allowed for localhost'],
				['https://a.example/#x', 'fragment not allowed in redirect URI'],
				['https://a.example/#', 'fragment not allowed in redirect URI'],
				['https://user@a.example/', 'must not carry credentials'],
				['javascript:alert(1)', "scheme 'javascript' is not allowed for security reasons"],
				['JAVASCRIPT://a/%0aalert(1)', "scheme 'javascript' is not allowed for security reasons"],
				['data:text/html,x', "scheme 'data' is not allowed for security reasons"],
			] as const
		).map(([uri, problem]): [Record<string, unknown>, string] => [
			{ redirect_uris: [uri] },
			`invalid redirect_uri '${uri}': ${problem}`,
		]),
		[{ redirect_uris, grant_types: [] }, 'grant_types cannot be empty'],
		[
			{ redirect_uris, grant_types: ['password'] },
			"grant_types must only contain 'authorization_code' and/or 'refresh_token'",
		],
		[{ redirect_uris, client_name: 'x'.repeat(1025) }, 'client_name cannot exceed 1024 characters'],
		[{ redirect_uris, client_uri: 'javascript:x' }, 'client_uri must be a valid URL'],
		[{ redirect_uris, logo_uri: `https://a.example/${'x'.repeat(2048)}` }, 'logo_uri cannot exceed 2048 characters'],
		[{ redirect_uris, client_type: 'secret' }, "client_type must be 'public' or 'confidential'"],
		[
			{ redirect_uris, token_endpoint_auth_method: 'tls' },
			'token_endpoint_auth_method must be one of: [none client_secret_basic client_secret_post]',
		],
		[
			{ redirect_uris, client_type: 'public', token_endpoint_auth_method: 'client_secret_post' },
			"client_type 'public' is inconsistent with token_endpoint_auth_method 'client_secret_post' (expected client_type 'confidential')",
		],
	])('OAuth clients are refused: %#', async (body, message) => {
		expect(errorParts(await call('POST', '', body))).toEqual([400, 'validation_failed', message])
	})

	it('unknown ids are refused by every method', async () => {
		expect(errorParts(await call('GET', '/one'))).toEqual([400, 'validation_failed', 'invalid client_id format'])
		const gone = `/${crypto.randomUUID()}`
		for (const [method, path, body] of [
			['GET', gone],
			['PUT', gone, { client_name: 'x' }],
			['DELETE', gone],
			['POST', `${gone}/regenerate_secret`],
		] as const)
			expect(errorParts(await call(method, path, body))).toEqual([
				404,
				'oauth_client_not_found',
				'OAuth client not found',
			])
		const { data } = await oauth().createClient({ client_name: 'same', redirect_uris })
		expect(errorParts(await call('PUT', `/${data?.client_id}`, {}))).toEqual([
			400,
			'validation_failed',
			'No fields provided for update',
		])
	})

	it('only administrators manage custom providers and OAuth clients', async () => {
		const { token } = await app.person()
		for (const path of ['', `/${crypto.randomUUID()}`]) {
			const bearer = await callAuth(app, 'GET', `/admin/oauth/clients${path}`, { bearer: token })
			expect([bearer.status, bearer.body.code]).toEqual([403, 'not_admin'])
			const { status } = await callAuth(app, 'GET', `/admin/oauth/clients${path}`)
			expect(status).toBe(401)
		}
	})

	it('OAuth clients cannot sign anybody in, because there is no authorization server', async () => {
		const { client, token } = await app.person('somebody')
		for (const [method, path] of [
			['GET', '/oauth/authorize'],
			['POST', '/oauth/token'],
			['POST', '/oauth/clients/register'],
			['GET', '/oauth/userinfo'],
			['GET', '/.well-known/oauth-authorization-server'],
		])
			expect(errorParts(await callAuth(app, String(method), String(path), { bearer: token }))).toEqual([
				404,
				'feature_disabled',
				'OAuth server is disabled',
			])
		expect((await client.auth.oauth.getAuthorizationDetails('x')).error?.code).toBe('feature_disabled')
		expect((await client.auth.oauth.listGrants()).error?.code).toBe('feature_disabled')
	})
})
