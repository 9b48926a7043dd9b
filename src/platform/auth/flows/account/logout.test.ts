import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createEndedSessions } from '#platform/auth/accounts/sessions/ended-sessions.ts'
import { deleteAllSessionsOf } from '#platform/auth/accounts/sessions/session-queries.ts'
import { authServiceRole } from '#platform/auth/service-role.ts'
import { signToken } from '#platform/keys/jwt.ts'
import { prepared } from '#platform/pg/sql.ts'
import { callAuth, errorParts } from '#test/support/auth/auth-requests.ts'
import { acceptedResults, joinChannel, rejectedResults, tryToken } from '#test/support/auth/try-token.ts'
import { officialClient } from '#test/support/official-client.ts'
import { openRealtimeSocket } from '#test/support/realtime/socket.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import { asOwner } from '#test/support/test-database.ts'

describe('signing out', () => {
	let app: TestApp
	beforeAll(async () => {
		app = await createTestApp({ REFRESH_REUSE_INTERVAL: '0' })
	})
	afterAll(() => app.close())

	/** Two devices of one person, and whether each is still signed in. */
	async function twoDevices() {
		const { client: phone, email, id } = await app.person()
		const laptop = app.client()
		await laptop.auth.signInWithPassword({ email, password: 'correct horse battery' })
		const tokens = await Promise.all(
			[phone, laptop].map(async (device) => {
				const { data } = await device.auth.getSession()
				return data.session?.access_token ?? ''
			}),
		)
		const alive = () =>
			Promise.all(
				tokens.map(async (bearer) => {
					const { status, body } = await callAuth(app, 'GET', '/user', { bearer })
					return status === 200 || body.code
				}),
			)
		return { id, phone, laptop, alive, tokens }
	}

	it('signing out ends every session by default', async () => {
		const { phone, alive } = await twoDevices()
		expect((await phone.auth.signOut()).error).toBeNull()
		expect(await alive()).toEqual(['session_not_found', 'session_not_found'])
	})

	it('signing out ends this session only', async () => {
		const { phone, alive } = await twoDevices()
		expect((await phone.auth.signOut({ scope: 'local' })).error).toBeNull()
		expect(await alive()).toEqual(['session_not_found', true])
	})

	it('signing out ends the others only', async () => {
		const { phone, alive } = await twoDevices()
		expect((await phone.auth.signOut({ scope: 'others' })).error).toBeNull()
		expect(await alive()).toEqual([true, 'session_not_found'])
	})

	it('signing out answers 204 without a body, and a second time that the session is gone', async () => {
		const { tokens } = await twoDevices()
		const bearer = tokens[0] ?? ''
		const first = await callAuth(app, 'POST', '/logout?scope=local', { bearer })
		expect([first.status, first.body]).toEqual([204, ''])
		const second = await callAuth(app, 'POST', '/logout?scope=local', { bearer })
		expect(second.body.code).toBe('session_not_found')
	})

	it('signing out with a token that names no session ends every session in any scope', async () => {
		const { alive, tokens } = await twoDevices()
		const [, payload = ''] = (tokens[0] ?? '').split('.')
		const { session_id: _, ...claims } = JSON.parse(Buffer.from(payload, 'base64url').toString())
		const bearer = signToken(claims, app.deps.keys.signing)
		expect((await callAuth(app, 'POST', '/logout?scope=local', { bearer })).status).toBe(204)
		expect(await alive()).toEqual(['session_not_found', 'session_not_found'])
	})

	it('signing out refuses a scope that it does not know', async () => {
		const { tokens, alive } = await twoDevices()
		const answer = await callAuth(app, 'POST', '/logout?scope=everyone', {
			bearer: tokens[0] ?? '',
		})
		expect(errorParts(answer)).toEqual([400, 'validation_failed', 'Unsupported logout scope "everyone"'])
		expect(await alive()).toEqual([true, true])
	})

	describe('on every other wire', () => {
		type Devices = Awaited<ReturnType<typeof twoDevices>>
		const dead = [true, true]
		it.each<[string, boolean[], (devices: Devices) => Promise<unknown>]>([
			['everywhere', dead, ({ phone }) => phone.auth.signOut()],
			['here', [true, false], ({ phone }) => phone.auth.signOut({ scope: 'local' })],
			['elsewhere', [false, true], ({ phone }) => phone.auth.signOut({ scope: 'others' })],
			['by an administrator', dead, ({ tokens }) => app.admin().auth.admin.signOut(tokens[0] ?? '', 'global')],
			['with the user', dead, ({ id }) => app.admin().auth.admin.deleteUser(id)],
			['by a new password', [false, true], ({ phone }) => phone.auth.updateUser({ password: 'another horse battery' })],
			[
				'by a password of an administrator',
				dead,
				({ id }) => app.admin().auth.admin.updateUserById(id, { password: 'a third battery' }),
			],
			[
				'in the list of devices',
				[false, true],
				async ({ phone, tokens }) => phone.rpc('end_session', { id: claimsOf(tokens[1] ?? '').session_id }),
			],
			[
				'by a refresh token that came back',
				[true, false],
				async ({ phone }) => {
					const { data } = await phone.auth.getSession()
					await phone.auth.refreshSession()
					await phone.auth.refreshSession()
					const { refresh_token = '' } = data.session ?? {}
					await app.client().auth.refreshSession({ refresh_token })
				},
			],
			['by a ban', dead, ({ id }) => app.admin().auth.admin.updateUserById(id, { ban_duration: '1h' })],
			['with the account', dead, async ({ phone }) => phone.rpc('delete_account')],
		])('a session that is ended %s is over at once', async (_, over, end) => {
			const devices = await twoDevices()
			await end(devices)
			const answers = devices.tokens.map((token) => tryToken(app, token))
			expect(await Promise.all(answers)).toEqual(over.map((isOver) => (isOver ? rejectedResults : acceptedResults)))
		})

		it('a ban that is lifted leaves the sessions that were there', async () => {
			const { id, tokens } = await twoDevices()
			const ban = (ban_duration: string) => app.admin().auth.admin.updateUserById(id, { ban_duration })
			await ban('876000h')
			expect(await tryToken(app, tokens[0] ?? '')).toEqual(rejectedResults)
			const starting = createEndedSessions(app.deps.db, app.deps.log)
			await starting.follow()
			starting.close()
			expect(starting.has(claimsOf(tokens[0] ?? ''))).toBe(true)
			await ban('none')
			expect(await tryToken(app, tokens[0] ?? '')).toEqual(acceptedResults)
		})

		it('an open channel of an ended session is closed, and says why', async () => {
			const { phone, tokens } = await twoDevices()
			const url = await app.listen()
			const rooms = tokens.map((token) => joinChannel(url, app.deps.keys.anonKey, token))
			const [own, other] = (await Promise.all(rooms)).map(({ socket }) => socket)
			await phone.auth.signOut({ scope: 'local' })
			await own?.find(({ event }) => event === 'phx_close')
			expect(own?.frames.items.find(({ event }) => event === 'system')?.payload).toMatchObject({
				status: 'error',
				message: 'Session has ended',
			})
			const { payload } = (await other?.ask('phoenix', 'heartbeat', {})) ?? {}
			expect(payload?.status).toBe('ok')
			expect(other?.frames.items.map(({ event }) => event)).not.toContain('phx_close')
			own?.close()
			other?.close()
		})

		it('a join that still waits for its answer is refused', async () => {
			const { id, tokens } = await twoDevices()
			const socket = await openRealtimeSocket(await app.listen(), app.deps.keys.anonKey)
			const owner = new pg.Client(app.database.owner)
			await owner.connect()
			await owner.query('begin; lock table realtime.messages')
			const ref = socket.send('realtime:room', 'phx_join', {
				config: { private: true },
				access_token: tokens[0],
			})
			const waiting = `select from pg_locks where not granted
				and database = (select oid from pg_database where datname = current_database())`
			await expect.poll(() => asOwner(app.database, waiting)).toHaveLength(1)
			await asOwner(app.database, `delete from auth.sessions where user_id = '${id}'`)
			expect((await socket.reply(ref)).payload).toMatchObject({
				status: 'error',
				response: { reason: 'Session has ended' },
			})
			await owner.end()
			socket.close()
		})

		it('a token of no session of ours is taken until it expires', async () => {
			const { tokens } = await twoDevices()
			const { session_id: _, ...claims } = claimsOf(tokens[0] ?? '')
			for (const own of [claims, { ...claims, session_id: randomUUID() }])
				expect(await tryToken(app, signToken(own, app.deps.keys.signing))).toEqual(acceptedResults)
		})

		it('a session that a savepoint or a rollback takes back was never ended', async () => {
			const { id, tokens } = await twoDevices()
			const inSavepoint = prepared(
				`do $$ begin delete from auth.sessions where user_id = '${id}'; raise 'no';
				exception when raise_exception then null; end $$`,
				[],
			)
			await expect(
				app.deps.db.as(authServiceRole, async (tx) => {
					await tx.query(deleteAllSessionsOf(id))
					await tx.query(prepared('set constraints all immediate', []))
					throw new Error('no')
				}),
			).rejects.toThrow('no')
			expect(await tryToken(app, tokens[0] ?? '')).toEqual(acceptedResults)
			await app.deps.db.as(authServiceRole, (tx) => tx.query(inSavepoint))
			expect(await tryToken(app, tokens[0] ?? '')).toEqual(acceptedResults)
		})

		it('a live session is never refused while it is refreshed', async () => {
			const { phone, tokens } = await twoDevices()
			const { data } = await phone.auth.getSession()
			const { refresh_token = '' } = data.session ?? {}
			const calls = Array.from({ length: 50 }, async () => {
				const refreshed = app.client().auth.refreshSession({ refresh_token })
				const read = await phone.from('spaces').select('id')
				const { access_token: token = '' } = (await refreshed).data.session ?? {}
				const renewed = await officialClient(app.url, app.deps.keys.anonKey, {
					fetch: app.fetch,
					accessToken: async () => token,
				})
					.from('spaces')
					.select('id')
				return [read.status, renewed.status]
			})
			const answers = await Promise.all(calls)
			expect(answers).toEqual(answers.map(() => [200, 200]))
			expect(await tryToken(app, tokens[0] ?? '')).toEqual(acceptedResults)
		})

		it('a node that lost its notifications learns of sessions that another node ended when it is connected again', async () => {
			const { id, tokens } = await twoDevices()
			await asOwner(
				app.database,
				`select pg_terminate_backend(pid) from pg_stat_activity
				where application_name like 'plaudit-listen%' and datname = current_database()`,
			)
			await asOwner(app.database, `delete from auth.sessions where user_id = '${id}'`)
			const answer = () => tryToken(app, tokens[0] ?? '')
			await expect.poll(answer).toEqual(rejectedResults)
		})

		it('what ended before a node started is known to it', async () => {
			const { phone, tokens } = await twoDevices()
			await phone.auth.signOut({ scope: 'others' })
			const starting = createEndedSessions(app.deps.db, app.deps.log)
			const known = () => tokens.map((token) => starting.has(claimsOf(token)))
			expect(known()).toEqual([false, false])
			await starting.follow()
			starting.close()
			expect(known()).toEqual([false, true])
		})
	})
})

const claimsOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
