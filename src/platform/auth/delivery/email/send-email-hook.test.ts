import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { callAuth } from '#test/support/auth/auth-requests.ts'
import { type MailHookApp, openMailHookApp } from '#test/support/auth/mail-hook-app.ts'
import { mailsTo } from '#test/support/outbox.ts'
import { asOwner } from '#test/support/test-database.ts'

const password = 'five days of paddling'

describe('the send-email hook', () => {
	let world: MailHookApp
	let app: MailHookApp['app']
	let receiver: MailHookApp['receiver']
	let { post, verify, last, newAddress, confirmed } = {} as MailHookApp
	beforeAll(async () => {
		world = await openMailHookApp()
		;({ app, receiver, post, verify, last, newAddress, confirmed } = world)
	})
	afterEach(() => world.settle())
	afterAll(() => world.close())

	it('the send-email hook gets user, codes and addresses of a sign-up, and no other mail is sent', async () => {
		const email = newAddress()
		const { data, error } = await app.client().auth.signUp({
			email,
			password,
			options: { data: { seat: 4 }, emailRedirectTo: app.url },
		})
		expect([error, data.session]).toEqual([null, null])
		expect(receiver.calls).toHaveLength(1)
		expect(last()).toEqual({
			metadata: {
				uuid: expect.stringMatching(/^[0-9a-f-]{36}$/),
				time: expect.stringMatching(/^\d{4}-.*Z$/),
				name: 'send-email',
				ip_address: '127.0.0.1',
			},
			user: expect.objectContaining({
				id: data.user?.id,
				email,
				aud: 'authenticated',
				user_metadata: expect.objectContaining({ seat: 4 }),
				identities: [expect.objectContaining({ provider: 'email' })],
			}),
			email_data: {
				token: expect.stringMatching(/^\d{6}$/),
				token_hash: expect.stringMatching(/^[0-9a-f]{56}$/),
				redirect_to: app.url,
				email_action_type: 'signup',
				site_url: `${app.url}/auth/v1`,
				token_new: '',
				token_hash_new: '',
				old_email: '',
				old_phone: '',
				provider: '',
				factor_type: '',
			},
		})
		const { token } = last().email_data
		const session = await app.client().auth.verifyOtp({ type: 'email', email, token })
		expect(session.data.user?.id).toBe(data.user?.id)
		await app.deps.jobs.idle()
		expect(await mailsTo(app, email)).toEqual([])
	})

	it('the send-email hook makes links that the wire itself answers', async () => {
		await post('/signup', { email: newAddress(), password })
		const { site_url, token_hash, email_action_type, redirect_to } = last().email_data
		const query = new URLSearchParams({ token: token_hash, type: email_action_type, redirect_to })
		const { status, headers } = await app.fetch(`${site_url}/verify?${query}`, {
			redirect: 'manual',
		})
		expect(status).toBe(303)
		expect(headers.get('location')).toMatch(/#access_token=/)
	})

	it('the send-email hook gets every kind of mail, under the names of Supabase Auth', async () => {
		const { email, token } = await confirmed()
		const admin = app.admin().auth.admin
		const kinds: [string, () => Promise<unknown>][] = [
			['magiclink', () => post('/otp', { email })],
			['recovery', () => post('/recover', { email })],
			['reauthentication', () => callAuth(app, 'GET', '/reauthenticate', { bearer: token })],
			['invite', () => admin.inviteUserByEmail(newAddress())],
			['signup', () => post('/otp', { email: newAddress() })],
		]
		for (const [kind, ask] of kinds) {
			await ask()
			await app.deps.jobs.idle()
			expect(last().email_data).toMatchObject({
				email_action_type: kind,
				token: expect.stringMatching(/^\d{6}$/),
			})
		}
		expect(receiver.calls).toHaveLength(kinds.length)
	})

	it('the send-email hook is called once for a change of address, with swapped hashes as in Supabase Auth', async () => {
		const { email, token } = await confirmed()
		const next = newAddress()
		await callAuth(app, 'PUT', '/user', { bearer: token, body: { email: next } })
		expect(receiver.calls).toHaveLength(1)
		const { user, email_data: data } = last()
		expect(user).toMatchObject({ email, new_email: next })
		expect(data.email_action_type).toBe('email_change')
		const toOld = { type: 'email_change', email, token: data.token }
		expect((await verify(toOld)).body.msg).toContain('Please proceed to confirm')
		const byHash = { type: 'email_change', token_hash: data.token_hash }
		expect((await verify(byHash)).body.user).toMatchObject({ email: next })
		expect(data.token_new).toMatch(/^\d{6}$/)
		expect(data.token_hash_new).toMatch(/^[0-9a-f]{56}$/)
	})

	it('the send-email hook is retried for discreet answers', async () => {
		const { email } = await confirmed()
		receiver.reply = () => ({ status: 500 })
		for (const address of [email, newAddress()]) expect((await post('/recover', { email: address })).status).toBe(200)
		await app.deps.jobs.idle()
		expect(receiver.calls).toHaveLength(1)
		const [job] = await asOwner<{ payload: object; last_error: string }>(
			app.database,
			"select payload, last_error from plaudit.jobs where kind = 'hook-mail'",
		)
		expect(job?.last_error).toBe('Unexpected status code returned from hook: 500')
		const { token, token_hash } = last().email_data
		for (const secret of [token, token_hash]) expect(JSON.stringify(job?.payload)).not.toContain(secret)
		await asOwner(app.database, "delete from plaudit.jobs where kind = 'hook-mail'")
	})

	it('the send-email hook gets notices about an account', async () => {
		const { email, token } = await confirmed()
		await callAuth(app, 'PUT', '/user', { bearer: token, body: { password: 'another good one' } })
		await app.deps.jobs.idle()
		expect(last()).toMatchObject({
			user: { email },
			email_data: { email_action_type: 'password_changed_notification', token: '' },
		})
	})
})
