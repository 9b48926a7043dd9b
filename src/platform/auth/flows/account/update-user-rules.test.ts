import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ageProof } from '#test/support/auth/age-proof.ts'
import { callAuth, errorParts } from '#test/support/auth/auth-requests.ts'
import { exhaustRateLimit } from '#test/support/http/exhaust-rate-limit.ts'
import { lastMailTo, mailsTo } from '#test/support/outbox.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import { asOwner } from '#test/support/test-database.ts'

const password = 'correct horse battery'
const next = 'another good one'

describe('requirements of a change of account', () => {
	let app: TestApp
	beforeAll(async () => {
		app = await createTestApp({ ANONYMOUS_SIGNIN: 'on' })
	})
	afterAll(() => app.close())

	const put = (node: TestApp, bearer: string, body: unknown) => callAuth(node, 'PUT', '/user', { bearer, body })
	async function withSettings(settings: Record<string, string>, work: (node: TestApp) => Promise<void>) {
		const shared = { DATA_DIR: app.deps.config.DATA_DIR, ANONYMOUS_SIGNIN: 'on' }
		const node = await createTestApp({ ...shared, ...settings }, app.database)
		await work(node).finally(() => node.close())
	}
	const grow = (user: string) =>
		asOwner(app.database, "update auth.sessions set created_at = now() - interval '25 hours' where user_id = $1", [
			user,
		])

	it('a new password needs a mailed code once the sign-in is a day old', () =>
		withSettings({ PASSWORD_REQUIRE_REAUTHENTICATION: 'on' }, async (node) => {
			const fresh = await node.person()
			expect((await put(node, fresh.token, { password: next, nonce: 'stale' })).status).toBe(200)

			const { client, id, email, token } = await node.person()
			await grow(id)
			expect(errorParts(await put(node, token, { password: next }))).toEqual([
				400,
				'reauthentication_needed',
				'Password update requires reauthentication',
			])
			await client.auth.reauthenticate()
			const { code, subject } = await lastMailTo(node, email)
			expect(subject).toBe(`${code} confirms that it is you`)
			expect(errorParts(await put(node, token, { password: next, nonce: '000000' }))).toEqual([
				422,
				'reauthentication_not_valid',
				'Nonce has expired or is invalid',
			])
			const same = await put(node, token, { password, nonce: code })
			expect(same.body.code).toBe('same_password')
			// The code was not wasted on a change that could not be.
			expect((await put(node, token, { password: next, nonce: code })).status).toBe(200)
			const again = await put(node, token, { password: 'a third good one', nonce: code })
			expect(again.body.code).toBe('reauthentication_not_valid')
			expect((await put(node, token, { data: { seat: 4 } })).status).toBe(200)
		}))

	it('a new password needs the old one, which a stolen session cannot guess from many networks', () => {
		const settings = { RATE_LIMITS: 'on', TRUSTED_PROXIES: '127.0.0.1' }
		return withSettings({ ...settings, PASSWORD_REQUIRE_CURRENT: 'on' }, async (node) => {
			const { id, token } = await node.person()
			await ageProof(app.database, id)
			const guess = (i: number, current: string) =>
				callAuth(node, 'PUT', '/user', {
					bearer: token,
					body: { password: next, current_password: current },
					headers: { 'x-forwarded-for': `203.0.113.${i}` },
				})
			const ask = (i: number) => guess(i % 256, 'not this one')
			const { granted, refused } = await exhaustRateLimit(ask, { burst: 30, period: 4 })
			expect(new Set(granted.map(({ status }) => status))).toEqual(new Set([400]))
			expect(errorParts(refused).slice(0, 2)).toEqual([429, 'over_request_rate_limit'])
		})
	})

	it('a new password needs the old one, unless the session was just opened', () =>
		withSettings({ PASSWORD_REQUIRE_CURRENT: 'on' }, async (node) => {
			const { id, email, token } = await node.person()
			await ageProof(app.database, id)
			const words = 'Current password required when setting new password.'
			expect(errorParts(await put(node, token, { password: next }))).toEqual([400, 'current_password_required', words])
			expect(errorParts(await put(node, token, { password: next, current_password: 'not this one' }))).toEqual([
				400,
				'current_password_invalid',
				words,
			])
			const body = { password: next, current_password: password }
			expect((await put(node, token, body)).status).toBe(200)

			const forgetful = node.client()
			await forgetful.auth.resetPasswordForEmail(email)
			const { code } = await lastMailTo(node, email)
			await forgetful.auth.verifyOtp({ type: 'recovery', email, token: code })
			expect((await forgetful.auth.updateUser({ password: 'a third good one' })).error).toBeNull()
		}))

	it('a change of address needs one mail when SECURE_EMAIL_CHANGE is off', () =>
		withSettings({ SECURE_EMAIL_CHANGE: 'off' }, async (node) => {
			const { client, email } = await node.person()
			const fresh = `fresh-${email}`
			await client.auth.updateUser({ email: fresh })
			expect(await mailsTo(node, email)).toHaveLength(0)
			const { tokenHash } = await lastMailTo(node, fresh)
			const answer = await callAuth(node, 'POST', '/verify', {
				body: { type: 'email_change', token_hash: tokenHash },
			})
			expect(answer.body.user).toMatchObject({ email: fresh, user_metadata: { email: fresh } })
		}))

	it('a change of credentials needs a second factor once there is one, and other changes do not', async () => {
		const { id, email, token } = await app.person()
		await asOwner(
			app.database,
			"insert into auth.mfa_factors (user_id, factor_type, status) values ($1, 'totp', 'verified')",
			[id],
		)
		const words = 'AAL2 session is required to update email or password when MFA is enabled.'
		for (const change of [{ password: next }, { email: `other-${email}` }, { phone: '15550001111' }])
			expect(errorParts(await put(app, token, change))).toEqual([401, 'insufficient_aal', words])
		expect((await put(app, token, { email, data: { seat: 4 } })).status).toBe(200)
		await asOwner(app.database, "update auth.sessions set aal = 'aal2' where user_id = $1", [id])
		expect((await put(app, token, { password: next })).status).toBe(200)
	})

	it('an anonymous user needs an address before a password', async () => {
		const visitor = app.client()
		const { data } = await visitor.auth.signInAnonymously()
		const bearer = data.session?.access_token ?? ''
		expect(errorParts(await put(app, bearer, { password: next }))).toEqual([
			422,
			'validation_failed',
			'Updating password of an anonymous user without an email or phone is not allowed',
		])
		const email = 'not-anonymous@skerry.example'
		const { body } = await put(app, bearer, { email, password: next })
		expect(body).toMatchObject({ email, is_anonymous: false, identities: [{ provider: 'email' }] })
		expect(body).not.toHaveProperty('new_email')
		const { error } = await app.client().auth.signInWithPassword({ email, password: next })
		expect(error).toBeNull()
		const [row] = await asOwner<{ email_proven: boolean }>(
			app.database,
			'select email_proven from auth.users where email = $1',
			[email],
		)
		// The address is not proven, so a provider that verified it still outranks the account.
		expect(row?.email_proven).toBe(false)
	})

	it('the address of an anonymous user needs confirmation by mail', () =>
		withSettings({ MAIL_AUTOCONFIRM: 'off' }, async (node) => {
			const visitor = node.client()
			await visitor.auth.signInAnonymously()
			const email = 'soon-known@skerry.example'
			const { data } = await visitor.auth.updateUser({ email })
			expect(data.user).toMatchObject({ new_email: email, is_anonymous: true })
			const { tokenHash } = await lastMailTo(node, email)
			const body = { type: 'email_change', token_hash: tokenHash }
			const answer = await callAuth(node, 'POST', '/verify', { body })
			expect(answer.body.user).toMatchObject({ email, is_anonymous: false })
		}))

	it('a change of an account is checked before anything is written or mailed', async () => {
		const { email: taken } = await app.person()
		const { email, token } = await app.person()
		const both = await put(app, token, { email: taken, password: next, data: { seat: 4 } })
		expect(both.body.code).toBe('email_exists')
		const weak = await put(app, token, {
			email: `x-${email}`,
			password: 'short',
			data: { seat: 4 },
		})
		expect(weak.body.code).toBe('weak_password')
		const { body } = await callAuth(app, 'GET', '/user', { bearer: token })
		expect(body.user_metadata).not.toHaveProperty('seat')
		expect(body).not.toHaveProperty('new_email')
		expect(await mailsTo(app, `x-${email}`)).toHaveLength(0)
	})
})
