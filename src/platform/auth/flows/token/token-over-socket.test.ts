import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { exhaustRateLimit } from '#test/support/http/exhaust-rate-limit.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

describe('POST /token over a socket', () => {
	let app: TestApp
	let url: string
	let person: Awaited<ReturnType<TestApp['person']>>
	beforeAll(async () => {
		app = await createTestApp()
		url = `${await app.listen()}/auth/v1`
		person = await app.person('isla')
	})
	afterAll(() => app.close())

	async function ask(grant: string, body: string, base = url, apikey = app.deps.keys.anonKey) {
		const answer = await fetch(`${base}/token?grant_type=${grant}`, {
			method: 'POST',
			headers: { apikey, 'content-type': 'text/plain', 'x-supabase-api-version': '2024-01-01' },
			body,
		})
		// biome-ignore lint/suspicious/noExplicitAny: the shape depends on the answer
		return { status: answer.status, headers: answer.headers, body: (await answer.json()) as any }
	}

	it.each(['', '{', '{}', '{"refresh_token":null}', '{"refresh_token":"abcdefghij12"}', '[]'])(
		'a token refresh is refused with 400 for the body %s',
		async (body) => {
			expect((await ask('refresh_token', body)).status).toBe(400)
		},
	)

	it('a token refresh gives the same token again when its parent is sent again', async () => {
		const { data } = await person.client.auth.getSession()
		const body = JSON.stringify({ refresh_token: data.session?.refresh_token })
		const [first, second] = [await ask('refresh_token', body), await ask('refresh_token', body)]
		expect(first.body).toMatchObject({ token_type: 'bearer', expires_in: 3600 })
		expect(second.body.refresh_token).toBe(first.body.refresh_token)
		expect(first.headers.get('cache-control')).toBe('no-store')
	})

	it('a token refresh with a text of 20,000 letters is validation_failed', async () => {
		const refused = await ask('refresh_token', JSON.stringify({ refresh_token: 'x'.repeat(20_000) }))
		expect(refused).toMatchObject({ status: 400, body: { code: 'validation_failed' } })
	})

	it.each([
		['', 'bad_json'],
		['{"email":1}', 'bad_json'],
		['{}', 'validation_failed'],
		['{"email":"isla@example.test","phone":"4915112345678","password":"x"}', 'validation_failed'],
		['{"email":"isla@example.test","password":"not this one"}', 'invalid_credentials'],
		['{"email":"nobody@skerry.example","password":"not this one"}', 'invalid_credentials'],
	])('a password sign-in with the body %s is refused with %s', async (body, code) => {
		expect(await ask('password', body)).toMatchObject({ status: 400, body: { code } })
	})

	it('an unknown API key is refused in the shape of the gateway', async () => {
		expect(await ask('password', '{}', url, 'wrong')).toMatchObject({
			status: 401,
			body: { message: 'Invalid API key', hint: 'Double check the API key that you use.' },
		})
	})

	it('token refreshes are limited per network', async () => {
		const limited = await createTestApp({ RATE_LIMITS: 'on' })
		const base = `${await limited.listen()}/auth/v1`
		const headers = { apikey: limited.deps.keys.anonKey, 'x-supabase-api-version': '2024-01-01' }
		const refresh = () =>
			fetch(`${base}/token?grant_type=refresh_token`, {
				method: 'POST',
				headers,
				body: '{"refresh_token":"abcdefghij12"}',
			})
		const { refused } = await exhaustRateLimit(refresh, { burst: 30, period: 2 })
		expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
		expect(((await refused.json()) as { code: string }).code).toBe('over_request_rate_limit')
		await limited.close()
	})
})
