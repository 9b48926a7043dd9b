import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

/** Properties that every object inherits; as the name of a type or provider they must be as unknown as any other. */
const inherited = ['constructor', '__proto__', 'toString', 'hasOwnProperty', 'valueOf']

describe.each(inherited)('the inherited name %s', (name) => {
	let app: TestApp
	beforeAll(async () => {
		app = await createTestApp({ MANUAL_LINKING: 'on' })
	})
	afterAll(() => app.close())

	const post = (path: string, body: object, headers: Record<string, string> = {}) =>
		app.fetch(`${app.url}${path}`, {
			method: 'POST',
			headers: {
				apikey: app.deps.keys.anonKey,
				'content-type': 'application/json',
				'x-supabase-api-version': '2024-01-01',
				...headers,
			},
			body: JSON.stringify(body),
		})
	const refusal = async (response: Response) => [
		response.status,
		((await response.json()) as { message?: string }).message,
	]

	it('a verification does not know an inherited property name as its type', async () => {
		const email = 'ada@example.test'
		for (const given of [{ token_hash: 'x' }, { email, token: '123456' }])
			expect(await refusal(await post('/auth/v1/verify', { type: name, ...given }))).toEqual([
				400,
				'Unsupported verification type',
			])
		const link = await app.fetch(`${app.url}/auth/v1/verify?type=${name}&token=x`, {
			redirect: 'manual',
		})
		expect(link.headers.get('location')).toContain('Unsupported+verification+type')
	})

	it('a sign-in does not know an inherited property name as a provider', async () => {
		expect(
			await refusal(await post('/auth/v1/token?grant_type=id_token', { provider: name, id_token: 'a.b.c' })),
		).toEqual([400, `Custom OIDC provider "${name}" not allowed`])
		const redirect = await app.fetch(`${app.url}/auth/v1/authorize?provider=${name}`)
		expect(redirect.status).toBe(400)
	})

	it('a link is not generated for an inherited property name as its type', async () => {
		const authorization = `Bearer ${app.deps.keys.serviceRoleKey}`
		const request = { type: name, email: 'ada@example.test' }
		expect(await refusal(await post('/auth/v1/admin/generate_link', request, { authorization }))).toEqual([
			400,
			`Invalid email action link type requested: ${name}`,
		])
	})

	it('an inherited property name is no type of factor, no client and no chain', async () => {
		const { token } = await app.person(`factor-${name.replaceAll('_', '').toLowerCase()}`)
		const own = { authorization: `Bearer ${token}` }
		const answers = await Promise.all([
			post('/auth/v1/factors', { factor_type: name }, own),
			post('/auth/v1/token?grant_type=web3', { chain: name, message: 'x', signature: 'y' }),
			post('/auth/v1/otp', { phone: '4915112345678', channel: name }),
			post('/auth/v1/resend', { type: name, email: 'ada@example.test' }),
			post(`/auth/v1/token?grant_type=${name}`, {}),
		])
		for (const { status } of answers) expect([400, 422]).toContain(status)
	})

	it('an inherited property name is no table, function, media type or preference', async () => {
		const statuses = await Promise.all([
			post(`/rest/v1/${name}`, {}),
			post(`/rest/v1/rpc/${name}`, {}),
			post('/rest/v1/rpc/slug_available', { slug: 'x' }, { 'content-type': name }),
			post('/rest/v1/rpc/slug_available', { [name]: 'x' }),
			post('/rest/v1/rpc/slug_available', { slug: 'quiet-pond' }, { prefer: `${name}=${name}` }),
			post('/rest/v1/rpc/slug_available', { slug: 'quiet-pond' }, { accept: name }),
		])
		expect(statuses.map(({ status }) => status)).toEqual([404, 404, 400, 404, 200, 406])
	})
})

it('a username that is not a string is unique like any other', async () => {
	const app = await createTestApp()
	try {
		for (const username of [true, 12345]) {
			const sign = (email: string) =>
				app.fetch(`${app.url}/auth/v1/signup`, {
					method: 'POST',
					headers: { apikey: app.deps.keys.anonKey, 'content-type': 'application/json' },
					body: JSON.stringify({ email, password: 'correct horse battery', data: { username } }),
				})
			expect((await sign(`first-${username}@example.test`)).status).toBe(200)
			const second = await sign(`second-${username}@example.test`)
			expect(second.status).toBe(409)
			expect(await second.text()).toContain(`Username \\"${username}\\" is taken`)
		}
	} finally {
		await app.close()
	}
})
