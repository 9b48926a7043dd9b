import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callAuth, errorParts } from '#test/support/auth/auth-requests.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

const email = 'isla@skerry.example'
const password = 'five days of paddling'

describe('auth/v1', () => {
	let app: TestApp
	beforeAll(async () => {
		app = await createTestApp()
	})
	afterAll(() => app.close())

	it('auth/v1 refuses a body that is broken, missing, of a wrong type or not storable', async () => {
		const bodies = [
			'{"email":',
			'',
			'[]',
			'"text"',
			'null',
			'{"email":5}',
			'{"email":"a@b.example","password":{"$ne":1}}',
			'{"email":"a@b.example","password":"five days\\u0000","data":{}}',
			'{"email":"a@b.example","password":"five days of","data":{"x":"\\ud800"}}',
			'{"email":"a@b.example","password":"five days of","data":[1]}',
		]
		for (const body of bodies) {
			const [status, code, message] = errorParts(await callAuth(app, 'POST', '/signup', { body }))
			expect([status, code]).toEqual([400, 'bad_json'])
			expect(message).toMatch(/^Could not parse request body as JSON: /)
		}
	})

	it('auth/v1 refuses more than a mebibyte in the shape of this wire', async () => {
		const answer = await callAuth(app, 'POST', '/signup', {
			body: { email, password, data: { x: 'x'.repeat(1_100_000) } },
		})
		expect([answer.status, answer.body.code]).toEqual([413, 'request_entity_too_large'])
	})

	it('auth/v1 ignores unknown fields and headers', async () => {
		const answer = await callAuth(app, 'POST', '/signup', {
			body: {
				email: 'beside@skerry.example',
				password,
				phone: null,
				data: null,
				code_challenge: null,
				code_challenge_method: null,
				gotrue_meta_security: {},
				options: { emailRedirectTo: null },
			},
		})
		expect(answer.status).toBe(200)
	})

	it('auth/v1 speaks the older error shape to older clients', async () => {
		for (const version of ['', '2023-12-31', 'yesterday', '2024-13-77']) {
			const headers = { 'x-supabase-api-version': version }
			const answer = await callAuth(app, 'POST', '/recover', { body: {}, headers })
			expect(answer.body).toEqual({
				code: 400,
				error_code: 'validation_failed',
				msg: 'Password recovery requires an email',
			})
			expect(answer.headers.get('x-sb-error-code')).toBe('validation_failed')
			expect(answer.headers.has('x-supabase-api-version')).toBe(false)
		}
	})

	it('auth/v1 speaks the newer error shape from 2024-01-01 on, and lets browsers see the version', async () => {
		for (const version of ['2024-01-01', '2027-05-06']) {
			const headers = { 'x-supabase-api-version': version }
			const answer = await callAuth(app, 'POST', '/recover', { body: {}, headers })
			expect(answer.body).toEqual({
				code: 'validation_failed',
				message: 'Password recovery requires an email',
			})
			expect(answer.headers.get('x-sb-error-code')).toBe('validation_failed')
			expect(answer.headers.get('x-supabase-api-version')).toBe('2024-01-01')
			expect(answer.headers.get('access-control-expose-headers')).toContain('x-supabase-api-version')
		}
		const good = await callAuth(app, 'GET', '/settings')
		expect(good.headers.has('x-supabase-api-version')).toBe(false)
	})

	it('auth/v1 names the reasons of a weak password in both shapes', async () => {
		const body = { email, password: 'short' }
		const newer = await callAuth(app, 'POST', '/signup', { body })
		expect(newer.body.weak_password).toEqual({ reasons: ['length'] })
		expect(newer.headers.has('x-sb-error-code')).toBe(false)
		const headers = { 'x-supabase-api-version': '' }
		const older = await callAuth(app, 'POST', '/signup', { body, headers })
		expect(older.body.weak_password).toEqual({ reasons: ['length'] })
		expect(older.headers.get('x-sb-error-code')).toBe('weak_password')
		const { error } = await app.client().auth.signUp(body)
		expect(error).toMatchObject({ name: 'AuthWeakPasswordError', reasons: ['length'] })
	})

	it('auth/v1 lets browsers of any origin send and read what the contract names', async () => {
		const named = (text: string | null) => (text ?? '').toLowerCase().split(/,\s*/)
		const preflight = await app.fetch(`${app.url}/auth/v1/token?grant_type=password`, {
			method: 'OPTIONS',
			headers: { origin: 'https://shop.example', 'access-control-request-method': 'POST' },
		})
		expect(preflight.headers.get('access-control-allow-origin')).toBe('*')
		expect(named(preflight.headers.get('access-control-allow-methods'))).toEqual(
			expect.arrayContaining(['get', 'post', 'put', 'patch', 'delete']),
		)
		const sent =
			'accept authorization content-type x-client-ip x-client-info x-jwt-aud x-use-cookie x-supabase-api-version apikey traceparent tracestate baggage'
		expect(named(preflight.headers.get('access-control-allow-headers'))).toEqual(
			expect.arrayContaining(sent.split(' ')),
		)
		for (const path of ['/settings', '/user', '/nothing']) {
			const { headers } = await callAuth(app, 'GET', path)
			expect(headers.get('access-control-allow-origin')).toBe('*')
			expect(named(headers.get('access-control-expose-headers'))).toEqual(
				expect.arrayContaining(['x-total-count', 'link', 'x-supabase-api-version']),
			)
		}
	})

	it('auth/v1 reads the grant from the address alone', async () => {
		const body = { grant_type: 'password', email, password }
		expect(errorParts(await callAuth(app, 'POST', '/token', { body }))).toEqual([
			400,
			'invalid_credentials',
			'unsupported_grant_type',
		])
	})

	it('auth/v1 requires an API key, and refuses an unknown one', async () => {
		const { keys } = app.deps
		const read = (key: string | undefined, path = '/settings') =>
			app.fetch(`${app.url}/auth/v1${path}`, { headers: key === undefined ? {} : { apikey: key } })
		const none = await read(undefined)
		expect([none.status, await none.json()]).toEqual([
			401,
			{
				message: 'No API key found in request',
				hint: 'No `apikey` request header or url param was found.',
			},
		])
		const wrong = await read('sb_publishable_wrong')
		expect(wrong.status).toBe(401)
		expect(await wrong.json()).toMatchObject({ message: 'Invalid API key' })
		for (const key of keys.roleByApiKey.keys()) expect((await read(key)).status).toBe(200)
		expect((await read(undefined, `/settings?apikey=${keys.anonKey}`)).status).toBe(200)
		for (const open of ['/health', '/.well-known/jwks.json', '/verify?type=signup&token=x'])
			expect((await read(undefined, open)).status).not.toBe(401)
	})

	it('auth/v1 answers an unknown address, and a known one by another method, with plain text', async () => {
		for (const [method, path, allow] of [
			['GET', '/nothing/here', null],
			['GET', '/.well-known/jwks-json', null],
			['GET', '/signup', 'POST'],
			['PATCH', '/user', 'GET, PUT'],
			['DELETE', '/token', 'POST'],
			['GET', '/user/identities/one', 'DELETE'],
		] as const) {
			const answer = await callAuth(app, method, path)
			expect([answer.status, answer.body, answer.headers.get('allow')]).toEqual(
				allow ? [405, '405 method not allowed\n', allow] : [404, '404 page not found\n', null],
			)
			expect(answer.headers.get('content-type')).toContain('text/plain')
		}
	})
})
