import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { clientCredentials, type OpenIdProvider, startOpenIdProvider } from '#test/fakes/openid-provider.ts'
import { callAuth, errorParts } from '#test/support/auth/auth-requests.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import { asOwner } from '#test/support/test-database.ts'

describe('custom providers', () => {
	let app: TestApp
	let acme: OpenIdProvider
	beforeAll(async () => {
		acme = await startOpenIdProvider()
		app = await createTestApp({ CUSTOM_PROVIDERS_ALLOW_PRIVATE: 'on', LOG_LEVEL: 'silent' })
	})
	afterAll(async () => {
		await app.close()
		await acme.close()
	})

	const admin = () => app.admin().auth.admin.customProviders
	const call = (method: string, path: string, body?: unknown, at = app) =>
		callAuth(at, method, `/admin/custom-providers${path}`, {
			bearer: at.deps.keys.serviceRoleKey,
			...(body === undefined ? {} : { body }),
		})
	const oidc = (identifier: string) => ({
		provider_type: 'oidc' as const,
		identifier,
		name: 'Acme',
		client_id: clientCredentials.id,
		client_secret: clientCredentials.secret,
		issuer: acme.issuer,
	})
	const oauth2 = (identifier: string) => ({
		provider_type: 'oauth2' as const,
		identifier,
		name: 'Plain',
		client_id: 'x',
		client_secret: 'y',
		authorization_url: 'https://plain.example/authorize',
		token_url: 'https://plain.example/token',
		userinfo_url: 'https://plain.example/me',
	})

	it('the official client’s admin methods manage their whole life cycle', async () => {
		const created = await admin().createProvider({ ...oidc('custom:acme'), scopes: ['email'] })
		expect(created.error).toBeNull()
		expect(created.data).toEqual({
			id: expect.any(String),
			provider_type: 'oidc',
			identifier: 'custom:acme',
			name: 'Acme',
			client_id: clientCredentials.id,
			acceptable_client_ids: [],
			scopes: ['openid', 'email'],
			custom_claims_allowlist: [],
			pkce_enabled: true,
			attribute_mapping: {},
			authorization_params: {},
			enabled: true,
			email_optional: false,
			issuer: acme.issuer,
			skip_nonce_check: false,
			discovery_document: expect.objectContaining({
				issuer: acme.issuer,
				token_endpoint: `${acme.issuer}/token`,
				jwks_uri: `${acme.issuer}/jwks`,
				supported_id_token_signing_algs: expect.arrayContaining(['RS256']),
			}),
			created_at: expect.any(String),
			updated_at: expect.any(String),
		})
		const changed = await admin().updateProvider('custom:acme', {
			name: 'Acme Two',
			enabled: false,
			attribute_mapping: { name: 'display' },
		})
		expect(changed.data).toMatchObject({
			name: 'Acme Two',
			enabled: false,
			client_id: clientCredentials.id,
			attribute_mapping: { name: 'display' },
			scopes: ['openid', 'email'],
		})
		expect((await admin().getProvider('custom:acme')).data?.name).toBe('Acme Two')

		await admin().createProvider(oauth2('custom:plain'))
		const all = await admin().listProviders()
		expect(all.data.providers.map(({ identifier }) => identifier)).toEqual(['custom:acme', 'custom:plain'])
		const plain = await admin().listProviders({ type: 'oauth2' })
		expect(plain.data.providers).toMatchObject([{ token_url: 'https://plain.example/token' }])

		for (const identifier of ['custom:acme', 'custom:plain'])
			expect((await admin().deleteProvider(identifier)).error).toBeNull()
		expect((await admin().getProvider('custom:acme')).error?.code).toBe('custom_provider_not_found')
	})

	it('custom providers have their secret encrypted for their own row', async () => {
		const { body } = await call('POST', '', { ...oauth2('custom:sealed'), client_secret: 'hush!' })
		expect(JSON.stringify(body)).not.toContain('hush!')
		const [row] = await asOwner<{ text: string; sealed_secret: Buffer }>(
			app.database,
			"select p::text as text, sealed_secret from auth.custom_providers p where identifier = 'custom:sealed'",
		)
		expect(row?.text).not.toContain('hush!')
		expect(row?.sealed_secret.includes('hush!')).toBe(false)
	})

	it('custom providers have unique identifiers, also when created concurrently', async () => {
		const answers = await Promise.all(Array.from({ length: 5 }, () => call('POST', '', oauth2('custom:once'))))
		expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
		for (const answer of answers.filter(({ status }) => status !== 201))
			expect(errorParts(answer)).toEqual([
				400,
				'conflict',
				'A custom OAuth provider with this identifier already exists',
			])
	})

	it('custom providers are discovered before they are saved', async () => {
		const message = 'OIDC discovery failed: the discovery document cannot be read or names another issuer'
		for (const wrong of [
			{ issuer: 'http://127.0.0.1:9' },
			{ issuer: `${acme.issuer}/other` },
			{
				issuer: 'https://somebody.example',
				discovery_url: `${acme.issuer}/.well-known/openid-configuration`,
			},
		])
			expect(errorParts(await call('POST', '', { ...oidc('custom:wrong'), ...wrong }))).toEqual([
				400,
				'validation_failed',
				message,
			])
		const { status } = await call('POST', '', {
			...oidc('custom:found'),
			discovery_url: `${acme.issuer}/.well-known/openid-configuration`,
		})
		expect(status).toBe(201)
		const moved = await call('PUT', '/custom:found', { issuer: 'http://127.0.0.1:9' })
		expect(moved.body.message).toBe(message)
		expect((await admin().getProvider('custom:found')).data?.issuer).toBe(acme.issuer)
	})

	it.each<[Record<string, unknown>, string]>([
		[{ provider_type: 'saml' }, "provider_type must be either 'oauth2' or 'oidc'"],
		[{ identifier: undefined }, 'identifier is required'],
		[{ identifier: 'google' }, "identifier must start with 'custom:' prefix, e.g. 'custom:google'"],
		...['custom:', 'custom:A', 'custom:a b', 'custom:a/b', `custom:${'x'.repeat(60)}`].map(
			(identifier): [Record<string, unknown>, string] => [
				{ identifier },
				'identifier may have lowercase letters, digits, hyphens and underscores',
			],
		),
		...['name', 'client_id', 'client_secret'].map((field): [Record<string, unknown>, string] => [
			{ [field]: '' },
			`${field} is required`,
		]),
		...['authorization_url', 'token_url', 'userinfo_url'].map((field): [Record<string, unknown>, string] => [
			{ [field]: null },
			`${field} is required for OAuth2 providers`,
		]),
		[{ provider_type: 'oidc' }, 'issuer is required for OIDC providers'],
		...['client_id', 'STATE', 'nonce', 'redirect_uri', 'request'].map((key): [Record<string, unknown>, string] => [
			{ authorization_params: { [key]: 'x' } },
			`Cannot override reserved OAuth parameter: ${key}`,
		]),
		[{ authorization_params: { prompt: 1 } }, 'Authorization parameter "prompt" must be a string'],
		...['role', 'app_metadata', 'email_verified', 'banned_until'].map((key): [Record<string, unknown>, string] => [
			{ attribute_mapping: { [key]: 'x' } },
			`Cannot map to protected system field: ${key}`,
		]),
		[{ custom_claims_allowlist: ['groups', ' '] }, 'custom_claims_allowlist must not contain empty claim keys'],
		...['ftp://x.example', 'x', 'https://u:p@x.example', 'javascript:alert(1)'].map(
			(url): [Record<string, unknown>, string] => [{ token_url: url }, 'token_url must be a valid HTTPS URL'],
		),
	])('custom providers are refused: %#', async (change, message) => {
		const body = { ...oauth2('custom:bad'), ...change }
		expect(errorParts(await call('POST', '', body))).toEqual([400, 'validation_failed', message])
	})

	it('unknown ids are refused by every method', async () => {
		for (const [method, body] of [['GET'], ['PUT', { name: 'x' }], ['DELETE']] as const)
			expect(errorParts(await call(method, '/custom:nobody', body))).toEqual([
				404,
				'custom_provider_not_found',
				'Custom OAuth provider not found',
			])
		expect(errorParts(await call('GET', '/google'))[1]).toBe('validation_failed')
		expect(errorParts(await call('GET', '?type=saml'))[2]).toBe("type must be either 'oauth2' or 'oidc'")
	})

	it('custom providers must have public addresses unless CUSTOM_PROVIDERS_ALLOW_PRIVATE is set', async () => {
		const strict = await createTestApp({ LOG_LEVEL: 'silent' }, app.database)
		const plain = await call('POST', '', oidc('custom:inside'), strict)
		expect(plain.body.message).toBe('issuer must be a valid HTTPS URL')
		const port = new URL(acme.issuer).port
		for (const host of ['127.0.0.1', 'localhost', '[::1]', '169.254.169.254', '10.0.0.1'])
			expect(
				errorParts(await call('POST', '', { ...oidc('custom:inside'), issuer: `https://${host}:${port}` }, strict))[2],
			).toMatch(/^OIDC discovery failed/)
		await strict.close()
	})

	it('only administrators manage custom providers and OAuth clients', async () => {
		const { token } = await app.person()
		const answer = await callAuth(app, 'GET', '/admin/custom-providers', { bearer: token })
		expect([answer.status, answer.body.code]).toEqual([403, 'not_admin'])
	})
})
