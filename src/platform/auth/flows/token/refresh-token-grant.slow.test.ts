import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { callAuth, errorParts } from '#test/support/auth/auth-requests.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

let app: TestApp
beforeAll(async () => {
	app = await createTestApp()
})
afterAll(() => app.close())

it('the refresh token grant answers a conflict when a session stays locked', async () => {
	const { client, token: bearer } = await app.person()
	const { data } = await client.auth.getSession()
	const refresh = () =>
		callAuth(app, 'POST', '/token?grant_type=refresh_token', { body: { refresh_token: data.session?.refresh_token } })
	const { session_id: id } = JSON.parse(Buffer.from(bearer.split('.')[1] ?? '', 'base64url').toString())
	const other = new pg.Client(app.database.owner)
	await other.connect()
	await other.query('begin')
	await other.query('select from auth.sessions where id = $1 for update', [id])
	expect(errorParts(await refresh())).toEqual([
		409,
		'conflict',
		'Too many concurrent token refresh requests on the same session or refresh token',
	])
	await other.end()
	expect((await refresh()).status).toBe(200)
})
