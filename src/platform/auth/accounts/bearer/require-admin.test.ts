import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signToken } from '#platform/keys/jwt.ts'
import { callAuth, errorParts } from '#test/support/auth/auth-requests.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

describe('an administrator’s bearer token', () => {
	let app: TestApp
	let person: Awaited<ReturnType<TestApp['person']>>
	beforeAll(async () => {
		app = await createTestApp()
		person = await app.person('isla')
	})
	afterAll(() => app.close())

	const ask = (bearer?: string) => callAuth(app, 'GET', '/admin/users', bearer === undefined ? {} : { bearer })
	const token = (claims: Record<string, unknown>) =>
		signToken({ exp: Math.floor(Date.now() / 1000) + 60, ...claims }, app.deps.keys.signing)
	const sessionOf = (jwt: string) => JSON.parse(Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString()).session_id

	it('an administrator’s bearer token may be a service key, or a token of either role, with any subject or none', async () => {
		for (const bearer of [
			app.deps.keys.serviceRoleKey,
			token({ role: 'service_role' }),
			token({ role: 'supabase_admin' }),
			token({ role: 'supabase_admin', sub: 'ops-console' }),
			token({ role: 'service_role', sub: randomUUID(), session_id: sessionOf(person.token) }),
		])
			expect((await ask(bearer)).status).toBe(200)
	})

	it('an administrator’s bearer token may be left out when the API key is a service key', async () => {
		const { serviceRoleKey, anonKey, roleByApiKey } = app.deps.keys
		const plain = (headers: Record<string, string>, query = '') =>
			app.fetch(`${app.url}/auth/v1/admin/users${query}`, { headers })
		for (const [key, role] of roleByApiKey) {
			const isAdmin = role === 'service_role'
			for (const answer of [await plain({ apikey: key }), await plain({}, `?apikey=${key}`)])
				expect([key.slice(0, 4), answer.status]).toEqual([key.slice(0, 4), isAdmin ? 200 : 401])
		}
		for (const authorization of [`Bearer ${anonKey}`, `Bearer ${person.token}`, 'Bearer garbage'])
			expect((await plain({ apikey: serviceRoleKey, authorization })).status).toBe(403)
		expect((await plain({ apikey: serviceRoleKey, authorization: 'Basic x' })).status).toBe(401)
	})

	it('an administrator’s bearer token is refused with the reason', async () => {
		const missing = [401, 'no_authorization', 'This endpoint requires a valid Bearer token']
		expect(errorParts(await ask())).toEqual(missing)
		for (const bearer of ['garbage', token({ role: 'service_role', exp: 1 })]) {
			const [status, code, message] = errorParts(await ask(bearer))
			expect([status, code]).toEqual([403, 'bad_jwt'])
			expect(message).toMatch(/^invalid JWT: unable to parse or verify signature, /)
		}
		const stranger = [403, 'not_admin', 'User not allowed']
		for (const bearer of [
			person.token,
			app.deps.keys.anonKey,
			token({ role: 'authenticated' }),
			token({ role: ['service_role'] }),
			token({}),
		])
			expect(errorParts(await ask(bearer))).toEqual(stranger)
	})

	it('an administrator’s bearer token ends with the session that it names', async () => {
		const ended = [403, 'session_expired', 'Session is no longer valid']
		for (const session_id of [randomUUID(), 'none', 7])
			expect(errorParts(await ask(token({ role: 'service_role', session_id })))).toEqual(ended)
		const { client, token: jwt } = await app.person()
		const bearer = token({ role: 'service_role', session_id: sessionOf(jwt) })
		expect((await ask(bearer)).status).toBe(200)
		await client.auth.signOut()
		expect(errorParts(await ask(bearer))).toEqual(ended)
	})
})
