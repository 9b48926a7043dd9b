import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

describe('the gateway', () => {
	let app: TestApp
	beforeAll(async () => {
		app = await createTestApp()
	})
	afterAll(() => app.close())

	const get = (path: string, headers: Record<string, string> = {}) => app.fetch(`${app.url}${path}`, { headers })

	it('health, readiness, configuration and metrics are served', async () => {
		expect((await get('/health')).status).toBe(200)
		const ready = await get('/ready')
		expect([ready.status, await ready.json()]).toMatchObject([200, { status: 'ready' }])
		expect(await (await get('/config.json')).json()).toMatchObject({
			url: app.url,
			anonKey: app.deps.keys.anonKey,
		})
		expect(await (await get('/metrics')).text()).toContain('process_resident_memory_bytes')
	})

	it('metrics are served to loopback clients only, not through a proxy on the same machine', async () => {
		for (const name of ['x-forwarded-for', 'forwarded', 'via', 'x-real-ip'])
			expect((await get('/metrics', { [name]: '203.0.113.7' })).status).toBe(404)
	})

	it('a preflight is answered without authentication', async () => {
		for (const wire of ['auth', 'rest', 'realtime', 'storage', 'functions']) {
			const response = await app.fetch(`${app.url}/${wire}/v1/anything`, {
				method: 'OPTIONS',
				headers: { origin: 'https://shop.test', 'access-control-request-method': 'POST' },
			})
			expect(response.status).toBe(204)
			expect(response.headers.get('access-control-allow-origin')).toBe('*')
			expect(response.headers.get('access-control-allow-headers')).toContain('apikey')
			expect(response.headers.has('access-control-allow-credentials')).toBe(false)
		}
		const own = await app.fetch(`${app.url}/rest/v1/spaces`, {
			method: 'OPTIONS',
			headers: {
				origin: 'https://shop.test',
				'access-control-request-method': 'GET',
				'access-control-request-headers': 'apikey,x-tenant, x y',
			},
		})
		expect(own.headers.get('access-control-allow-headers')).toMatch(/, apikey, x-tenant$/)
		const byHand = { method: 'OPTIONS', headers: { origin: 'https://shop.test' } }
		for (const path of ['/auth/v1/token', '/functions/v1/submit'])
			expect((await app.fetch(`${app.url}${path}`, byHand)).status).toBe(204)
		const table = await app.fetch(`${app.url}/rest/v1/spaces`, byHand)
		expect(table.status).toBe(401)
	})

	it('a request without a key is anonymous only with API_KEY_OPTIONAL', async () => {
		const keyless = await createTestApp({ API_KEY_OPTIONAL: 'on' }, app.database)
		const paths = ['/auth/v1/settings', '/rest/v1/spaces', '/storage/v1/bucket']
		const ask = (node: TestApp, headers = {}) =>
			Promise.all(paths.map(async (path) => (await node.fetch(`${node.url}${path}`, { headers })).status))
		// storage/v1 answers a missing key with 400, as Supabase does.
		expect(await ask(app)).toEqual([401, 401, 400])
		expect(await ask(keyless)).toEqual(await ask(app, { apikey: app.deps.keys.anonKey }))
		expect(await ask(keyless, { apikey: 'wrong' })).toEqual(await ask(app, { apikey: 'wrong' }))
		await keyless.close()
	})

	it('CORS lets pages of every origin send and read all headers of the APIs', async () => {
		const names = (text: string | null) => (text ?? '').toLowerCase().split(/, */)
		const preflight = await app.fetch(`${app.url}/rest/v1/spaces`, {
			method: 'OPTIONS',
			headers: { origin: 'https://shop.test', 'access-control-request-method': 'PATCH' },
		})
		const allowed = preflight.headers.get('access-control-allow-methods')
		expect(names(allowed).sort()).toEqual(['delete', 'get', 'head', 'options', 'patch', 'post', 'put'].sort())
		const sent = `authorization apikey content-type accept prefer range range-unit x-client-info accept-profile
			content-profile x-upsert x-metadata cache-control x-region x-retry-count x-supabase-api-version if-none-match
			tus-resumable upload-length upload-metadata upload-offset upload-defer-length upload-concat x-signature
			x-http-method-override traceparent tracestate baggage`.split(/\s+/)
		expect(names(preflight.headers.get('access-control-allow-headers'))).toEqual(expect.arrayContaining(sent))
		const read = `content-range content-location location preference-applied range-unit etag content-length
			tus-resumable upload-offset upload-length upload-expires upload-metadata x-relay-error sb-request-id`.split(/\s+/)
		for (const path of ['/rest/v1/spaces', '/storage/v1/bucket', '/functions/v1/nothing']) {
			const answer = await get(path)
			expect(answer.headers.get('access-control-allow-origin')).toBe('*')
			expect(names(answer.headers.get('access-control-expose-headers'))).toEqual(expect.arrayContaining(read))
		}
	})

	it('client info and trace headers are accepted', async () => {
		const response = await get('/rest/v1/public_testimonials?select=id', {
			apikey: app.deps.keys.anonKey,
			'x-client-info': 'supabase-js/2.119.0',
			'x-supabase-api-version': '2024-01-01',
			'x-retry-count': '2',
			traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
			tracestate: 'a=b',
			baggage: 'c=d',
		})
		expect(response.status).toBe(200)
	})

	it('every response has a request id and every API response a closed content security policy', async () => {
		const response = await get('/rest/v1/spaces')
		expect(response.headers.get('sb-request-id')).toMatch(/^[0-9a-f-]{36}$/)
		expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
		expect(response.headers.get('x-content-type-options')).toBe('nosniff')
		expect(response.headers.get('access-control-expose-headers')).toContain('content-range')
	})

	it('a missing and an unknown key are refused in Supabase’s error shape', async () => {
		for (const headers of [{}, { apikey: 'nonsense' }]) {
			const response = await get('/rest/v1/spaces', headers as Record<string, string>)
			expect(response.status).toBe(401)
			expect(await response.json()).toEqual({
				message: expect.any(String),
				hint: expect.any(String),
			})
		}
	})

	it('role tokens and opaque keys are both accepted', async () => {
		for (const [key] of app.deps.keys.roleByApiKey) {
			const response = await get('/rest/v1/public_testimonials?select=id', {
				apikey: key,
				authorization: `Bearer ${key}`,
			})
			expect(response.status).toBe(200)
		}
	})

	it('a body above its limit is refused with 413', async () => {
		const response = await app.fetch(`${app.url}/auth/v1/signup`, {
			method: 'POST',
			headers: { apikey: app.deps.keys.anonKey, 'content-type': 'application/json' },
			body: JSON.stringify({ email: 'x'.repeat(1_100_000) }),
		})
		expect(response.status).toBe(413)
	})
})
