import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '#test/app.ts'
import { callAuth } from '#test/auth-wire.ts'

describe('the log of what happened to accounts', () => {
	let app: TestApp
	beforeAll(async () => {
		app = await createTestApp({ REFRESH_REUSE_INTERVAL: '0' })
	})
	afterAll(() => app.close())

	const read = (query = '') =>
		callAuth(app, 'GET', `/admin/audit?${query}`, { bearer: app.deps.keys.serviceRoleKey })
	type Entry = { payload: { action: string; actor_username: string } }
	const actionsOf = async (email: string) => {
		const { body } = await read(`query=author:${email}`)
		return body.map(({ payload }: Entry) => payload.action).reverse()
	}

	it('tells a life in order, for administrators only', async () => {
		const { client, email, token } = await app.person()
		await client.auth.resetPasswordForEmail(email)
		await client.auth.updateUser({ data: { seat: 4 } })
		await client.auth.updateUser({ password: 'another good one' })
		await client.auth.signOut()
		await client.auth.signInWithPassword({ email, password: 'another good one' })
		expect(await actionsOf(email)).toEqual([
			'user_signedup',
			'login',
			'user_recovery_requested',
			'user_modified',
			'user_updated_password',
			'logout',
			'login',
		])
		expect((await callAuth(app, 'GET', '/admin/audit', { bearer: token })).body.code).toBe(
			'not_admin',
		)
	})

	it('tells of a replayed refresh token, which ended a session', async () => {
		const { client, email } = await app.person()
		const first = (await client.auth.getSession()).data.session?.refresh_token
		await client.auth.refreshSession()
		await client.auth.refreshSession()
		await callAuth(app, 'POST', '/token?grant_type=refresh_token', {
			body: { refresh_token: first },
		})
		expect((await actionsOf(email)).at(-1)).toBe('token_revoked')
	})

	it('names no failed sign-in as one', async () => {
		const { email } = await app.person()
		await app.client().auth.signInWithPassword({ email, password: 'not this one' })
		expect(await actionsOf(email)).toEqual(['user_signedup', 'login'])
	})

	it('is read in pages, by action, author or type', async () => {
		const all = await read('per_page=2&page=1')
		expect(all.body).toHaveLength(2)
		expect(Number(all.headers.get('x-total-count'))).toBeGreaterThan(5)
		expect(all.headers.get('link')).toContain('/admin/audit?page=2&per_page=2>; rel="next"')
		expect(all.body[0]).toMatchObject({
			id: expect.any(String),
			created_at: expect.any(String),
			ip_address: expect.any(String),
			payload: { actor_id: expect.any(String), log_type: expect.any(String) },
		})
		for (const [query, count] of [
			['action:logout', 1],
			['type:token', 1],
			['action:nothing', 0],
		])
			expect((await read(`query=${query}`)).body).toHaveLength(count as number)
		expect((await read('query=password:x')).body.code).toBe('validation_failed')
	})
})
