import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callAuth, errorParts } from '#test/support/auth/auth-requests.ts'
import { acceptedResults, rejectedResults, tryToken } from '#test/support/auth/try-token.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import { asOwner } from '#test/support/test-database.ts'

const password = 'correct horse battery'
const expired = 'Invalid Refresh Token: Session Expired'

describe('limits of a session', () => {
	let app: TestApp
	beforeAll(async () => {
		app = await createTestApp()
	})
	afterAll(() => app.close())

	/** A node with limits over the same database, closed when `work` is done. */
	async function withLimits(limits: Record<string, string>, work: (node: TestApp) => Promise<void>) {
		const node = await createTestApp({ REFRESH_REUSE_INTERVAL: '0', ...limits }, app.database)
		await work(node).finally(() => node.close())
	}
	const refresh = (node: TestApp, token: string) =>
		callAuth(node, 'POST', '/token?grant_type=refresh_token', { body: { refresh_token: token } })

	async function signIn(node: TestApp, email?: string) {
		const address = email ?? (await node.person()).email
		const body = { email: address, password }
		const answer = await callAuth(node, 'POST', '/token?grant_type=password', { body })
		const claims = claimsOf(answer.body.access_token)
		return {
			email: address,
			...answer.body,
			session: claims.session_id as string,
			user: claims.sub,
		}
	}
	const claimsOf = (jwt: string) => JSON.parse(Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString())
	const age = (session: string, column: string, interval: string) =>
		asOwner(app.database, `update auth.sessions set ${column} = now() - $2::interval where id = $1`, [
			session,
			interval,
		])
	const addFactor = (user: string) =>
		asOwner(
			app.database,
			"insert into auth.mfa_factors (user_id, factor_type, status) values ($1, 'totp', 'verified')",
			[user],
		)

	it('a session ends after SESSIONS_TIMEBOX, however often it was refreshed', () =>
		withLimits({ SESSIONS_TIMEBOX: '24h' }, async (node) => {
			const { session, refresh_token } = await signIn(node)
			await age(session, 'created_at', '23 hours 59 minutes')
			const next = await refresh(node, refresh_token)
			expect(next.status).toBe(200)
			await age(session, 'created_at', '24 hours 1 second')
			const late = await refresh(node, next.body.refresh_token)
			expect(errorParts(late)).toEqual([400, 'session_expired', expired])
		}))

	it('a session ends after SESSIONS_INACTIVITY_TIMEOUT without a refresh', () =>
		withLimits({ SESSIONS_INACTIVITY_TIMEOUT: '90m' }, async (node) => {
			const { session, refresh_token } = await signIn(node)
			await age(session, 'created_at', '89 minutes')
			const next = await refresh(node, refresh_token)
			expect(next.status).toBe(200)
			await age(session, 'created_at', '10 days')
			await age(session, 'refreshed_at', '91 minutes')
			expect(errorParts(await refresh(node, next.body.refresh_token))).toEqual([
				400,
				'session_expired',
				`${expired} (Inactivity)`,
			])
		}))

	it('a session ends when an existing second factor was not used in time, and its tokens are shortened', () =>
		withLimits({ SESSIONS_ALLOW_LOW_AAL: '600' }, async (node) => {
			const without = await signIn(node)
			expect(without.expires_in).toBe(3600)
			await age(without.session, 'created_at', '1 day')
			expect((await refresh(node, without.refresh_token)).status).toBe(200)

			await addFactor(without.user)
			const { session, expires_in, access_token, refresh_token } = await signIn(node, without.email)
			expect(expires_in).toBe(600)
			const { exp, iat } = claimsOf(access_token)
			expect(exp - iat).toBe(600)
			await age(session, 'created_at', '9 minutes')
			const next = await refresh(node, refresh_token)
			expect(next.body.expires_in).toBeLessThanOrEqual(60)
			await age(session, 'created_at', '11 minutes')
			expect(errorParts(await refresh(node, next.body.refresh_token))).toEqual([
				400,
				'session_expired',
				`${expired} (Low AAL: User Needs MFA Verification)`,
			])
			await asOwner(app.database, "update auth.sessions set aal = 'aal2' where id = $1", [session])
			expect((await refresh(node, next.body.refresh_token)).body.expires_in).toBe(3600)
		}))

	it('with SESSIONS_SINGLE_PER_USER only the newest sign-in stays valid, on every wire', () =>
		withLimits({ SESSIONS_SINGLE_PER_USER: 'on', SESSIONS_TIMEBOX: '24h' }, async (node) => {
			const phone = await signIn(node)
			const other = await signIn(node)
			expect(await tryToken(node, phone.access_token)).toEqual(acceptedResults)
			const laptop = await signIn(node, phone.email)
			expect(await tryToken(node, phone.access_token)).toEqual(rejectedResults)
			expect(errorParts(await callAuth(node, 'GET', '/user', { bearer: phone.access_token }))).toEqual([
				403,
				'session_not_found',
				'Session from session_id claim in JWT does not exist',
			])
			const newer = [400, 'session_expired', `${expired} (Revoked by Newer Login)`]
			expect(errorParts(await refresh(node, phone.refresh_token))).toEqual(newer)
			expect((await refresh(node, laptop.refresh_token)).status).toBe(200)
			expect((await refresh(node, other.refresh_token)).status).toBe(200)
			await callAuth(node, 'POST', '/logout?scope=local', { bearer: laptop.access_token })
			expect(errorParts(await refresh(node, phone.refresh_token))).toEqual(newer)
		}))

	it('with SESSIONS_SINGLE_PER_USER one of many concurrent sign-ins stays valid', () =>
		withLimits({ SESSIONS_SINGLE_PER_USER: 'on' }, async (node) => {
			const { email } = await signIn(node)
			const all = await Promise.all([1, 2, 3].map(() => signIn(node, email)))
			const answers = await Promise.all(
				all.map(({ access_token: bearer }) => callAuth(node, 'GET', '/user', { bearer })),
			)
			expect(answers.map(({ status }) => status).sort()).toEqual([200, 403, 403])
		}))

	it('limits of a session are off unless the operator sets them', async () => {
		const { session, email, refresh_token, user } = await signIn(app)
		await addFactor(user)
		await signIn(app, email)
		await age(session, 'created_at', '9 years')
		expect((await refresh(app, refresh_token)).status).toBe(200)
	})

	it('limits of a session that cannot be parsed are refused with an explanation', async () => {
		await expect(createTestApp({ SESSIONS_TIMEBOX: 'a day' }, app.database)).rejects.toThrow(
			'SESSIONS_TIMEBOX: must be seconds or a duration like "24h" or "1h30m", of ten years at most',
		)
	})
})
