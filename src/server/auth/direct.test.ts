import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '#test/app.ts'
import { askUntilRefused } from '#test/ask-until-refused.ts'

/** Of an answer, what both doors must give alike. Times, ids and tokens differ between any two answers. */
const different = ['date', 'sb-request-id', 'connection', 'keep-alive', 'transfer-encoding']

describe('the direct door of auth/v1', () => {
	let app: TestApp
	let url: string
	let person: Awaited<ReturnType<TestApp['person']>>
	beforeAll(async () => {
		app = await createTestApp()
		url = await app.listen()
		person = await app.person('isla')
	})
	afterAll(() => app.close())

	async function both(path: string, init: RequestInit) {
		const answers = await Promise.all([
			fetch(`${url}/auth/v1${path}`, init),
			app.fetch(`${app.url}/auth/v1${path}`, init),
		])
		return Promise.all(
			answers.map(async (answer) => {
				const headers = Object.fromEntries(answer.headers)
				for (const name of different) delete headers[name]
				delete headers['content-length']
				return { status: answer.status, headers, body: await answer.json() }
			}),
		)
	}
	const headers = (more: Record<string, string> = {}) => ({
		apikey: app.deps.keys.anonKey,
		'content-type': 'application/json;charset=UTF-8',
		'x-supabase-api-version': '2024-01-01',
		...more,
	})

	it.each([
		['with a good token', () => `Bearer ${person.token}`, {}],
		['with none', () => '', {}],
		['with a bad one', () => 'Bearer garbage', {}],
		['for an older client', () => 'Bearer garbage', { 'x-supabase-api-version': '' }],
		['for another audience', () => `Bearer ${person.token}`, { 'x-jwt-aud': 'others' }],
	])('says who one is as the app does, %s', async (_, authorization, more) => {
		const given = authorization()
		const init = { headers: headers({ ...(given ? { authorization: given } : {}), ...more }) }
		const [direct, ordinary] = await both('/user', init)
		expect(direct).toEqual(ordinary)
	})

	it('signs in with a password as the app does', async () => {
		const { email } = await app.person('rhona')
		const body = JSON.stringify({ email, password: 'correct horse battery' })
		const init = { method: 'POST', headers: headers(), body }
		const [direct, ordinary] = await both('/token?grant_type=password', init)
		expect(direct?.headers).toEqual(ordinary?.headers)
		const shape = (answer: typeof direct) => ({
			...answer?.body,
			access_token: answer?.body.access_token.length,
			refresh_token: answer?.body.refresh_token.length,
			expires_at: 0,
			user: { ...answer?.body.user, last_sign_in_at: '', updated_at: '', identities: [] },
		})
		expect(shape(direct)).toEqual(shape(ordinary))
		expect(direct?.body.user.email).toBe(email)
	})

	it.each(['', '{', '{}', '{"refresh_token":null}', '{"refresh_token":"abcdefghij12"}', '[]'])(
		'refuses to refresh with %s as the app does',
		async (body) => {
			const init = { method: 'POST', headers: headers(), body }
			const [direct, ordinary] = await both('/token?grant_type=refresh_token', init)
			expect(direct).toEqual(ordinary)
			expect(direct?.status).toBe(400)
		},
	)

	it('refreshes, notes from where, and leaves the rest to the app', async () => {
		const { data } = await person.client.auth.getSession()
		const body = JSON.stringify({ refresh_token: data.session?.refresh_token })
		const path = '/token?grant_type=refresh_token'
		const [direct, ordinary] = await both(path, { method: 'POST', headers: headers(), body })
		expect(direct?.body).toMatchObject({ token_type: 'bearer', expires_in: 3600 })
		// The parent of the active token gets the same one: both doors keep one book.
		expect(direct?.body.refresh_token).toBe(ordinary?.body.refresh_token)
		const long = JSON.stringify({ refresh_token: 'x'.repeat(20_000) })
		const [refused] = await both(path, { method: 'POST', headers: headers(), body: long })
		expect(refused).toMatchObject({ status: 400, body: { code: 'validation_failed' } })
		const keyless = await fetch(`${url}/auth/v1/user`, { headers: { apikey: 'wrong' } })
		expect(keyless.status).toBe(401)
	})

	it.each([
		'',
		'{"email":1}',
		'{}',
		'{"email":"isla@example.test","phone":"4915112345678","password":"x"}',
		'{"email":"isla@example.test","password":"not this one"}',
		'{"email":"nobody@skerry.example","password":"not this one"}',
		'{"phone":"4915112345678","password":"not this one"}',
	])('refuses the password sign-in %s as the app does', async (body) => {
		const init = { method: 'POST', headers: headers(), body }
		const [direct, ordinary] = await both('/token?grant_type=password', init)
		expect(direct).toEqual(ordinary)
		expect(direct?.status).toBeGreaterThanOrEqual(400)
	})

	it('counts its requests', async () => {
		const limited = await createTestApp({ RATE_LIMITS: 'on' })
		const address = `${await limited.listen()}/auth/v1/token?grant_type=refresh_token`
		const own = { ...headers(), apikey: limited.deps.keys.anonKey }
		const init = { method: 'POST', headers: own, body: '{"refresh_token":"abcdefghij12"}' }
		const ask = () => fetch(address, init)
		const { refused } = await askUntilRefused(ask, { burst: 30, period: 2 })
		expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
		expect(((await refused.json()) as { code: string }).code).toBe('over_request_rate_limit')
		await limited.close()
	})
})
