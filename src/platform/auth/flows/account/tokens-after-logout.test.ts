import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callAuth } from '#test/support/auth/auth-requests.ts'
import { acceptedResults, joinChannel, rejectedResults, tryToken } from '#test/support/auth/try-token.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

describe('access tokens where SESSIONS_END_AT_ONCE is off', () => {
	let app: TestApp
	beforeAll(async () => {
		app = await createTestApp({ SESSIONS_END_AT_ONCE: 'off' })
	})
	afterAll(() => app.close())

	/** Two devices of one person, with both tokens of each. */
	async function twoDevices() {
		const { client: phone, email, id } = await app.person()
		const laptop = app.client()
		await laptop.auth.signInWithPassword({ email, password: 'correct horse battery' })
		const [own, other] = await Promise.all(
			[phone, laptop].map(async (device) => {
				const { data } = await device.auth.getSession()
				if (!data.session) throw new Error('no session')
				return data.session
			}),
		)
		if (!own || !other) throw new Error('no sessions')
		return { id, phone, laptop, own, other }
	}
	const refreshOf = async (refresh_token: string) =>
		(await callAuth(app, 'POST', '/token?grant_type=refresh_token', { body: { refresh_token } })).body.code ?? 'ok'
	const userOf = async (bearer: string) => {
		const { status, body } = await callAuth(app, 'GET', '/user', { bearer })
		return body.code ? [status, body.code] : status
	}

	const gone = [403, 'session_not_found']
	const revoked = 'refresh_token_not_found'
	it.each([
		['global', [gone, gone], [revoked, revoked]],
		['local', [gone, 200], [revoked, 'ok']],
		['others', [200, gone], ['ok', revoked]],
	] as const)(
		'live to their end on every wire but auth/v1 after a sign-out with scope %s',
		async (scope, users, refreshes) => {
			const { phone, own, other } = await twoDevices()
			expect((await phone.auth.signOut({ scope })).error).toBeNull()
			for (const { access_token } of [own, other]) expect(await tryToken(app, access_token)).toEqual(acceptedResults)
			expect([await userOf(own.access_token), await userOf(other.access_token)]).toEqual(users)
			expect([await refreshOf(own.refresh_token), await refreshOf(other.refresh_token)]).toEqual(refreshes)
		},
	)

	it('leave an open channel open after a sign-out', async () => {
		const { phone, own } = await twoDevices()
		const { socket } = await joinChannel(await app.listen(), app.deps.keys.anonKey, own.access_token)
		await phone.auth.signOut()
		const { payload } = await socket.ask('phoenix', 'heartbeat', {})
		expect(payload.status).toBe('ok')
		expect(socket.frames.items.map(({ event }) => event)).not.toContain('phx_close')
		socket.close()
	})

	type Devices = Awaited<ReturnType<typeof twoDevices>>
	const admin = () => app.admin().auth.admin
	it.each<[string, (devices: Devices) => Promise<unknown>]>([
		['with the user', ({ id }) => admin().deleteUser(id)],
		['with the account', async ({ phone }) => phone.rpc('delete_account')],
		['by a ban', ({ id }) => admin().updateUserById(id, { ban_duration: '1h' })],
		['by a new password', ({ phone }) => phone.auth.updateUser({ password: 'another horse battery' })],
		['by a password of an administrator', ({ id }) => admin().updateUserById(id, { password: 'a third battery' })],
		[
			'in the list of devices',
			async ({ phone, other }) => {
				const claims = Buffer.from(other.access_token.split('.')[1] ?? '', 'base64url')
				return phone.rpc('end_session', { id: JSON.parse(claims.toString()).session_id })
			},
		],
	])('still end at once when the session is ended %s', async (_, end) => {
		const devices = await twoDevices()
		await end(devices)
		expect(await tryToken(app, devices.other.access_token)).toEqual(rejectedResults)
	})
})
