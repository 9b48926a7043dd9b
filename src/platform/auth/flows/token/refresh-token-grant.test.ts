import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createRefreshTokens } from '#platform/auth/accounts/sessions/refresh-token-format.ts'
import { callAuth, errorParts } from '#test/support/auth/auth-requests.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import { asOwner } from '#test/support/test-database.ts'

const alreadyUsed = [400, 'refresh_token_already_used', 'Invalid Refresh Token: Already Used']
const notFound = [400, 'refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found']
const notValid = [400, 'validation_failed', 'Refresh token is not valid']

describe('the refresh token grant', () => {
	let app: TestApp
	let strict: TestApp
	beforeAll(async () => {
		app = await createTestApp({ REFRESH_REUSE_INTERVAL: '600' })
		strict = await createTestApp({ REFRESH_REUSE_INTERVAL: '0' })
	})
	afterAll(() => Promise.all([app.close(), strict.close()]))

	const refresh = (token: unknown, where = app) =>
		callAuth(where, 'POST', '/token?grant_type=refresh_token', { body: { refresh_token: token } })

	async function signIn(where: TestApp) {
		const { client, token: bearer } = await where.person()
		const { data } = await client.auth.getSession()
		return { client, bearer, token: data.session?.refresh_token ?? '' }
	}

	it('the refresh token grant gives new tokens for the same session', async () => {
		const { client, bearer, token } = await signIn(app)
		const { data, error } = await client.auth.refreshSession()
		expect(error).toBeNull()
		expect(data.session?.refresh_token).not.toBe(token)
		const [before, after] = [bearer, data.session?.access_token ?? ''].map((jwt) =>
			JSON.parse(Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString()),
		)
		expect(after.session_id).toBe(before.session_id)
		expect(after.amr).toEqual(before.amr)
		expect((await client.auth.getUser()).error).toBeNull()
	})

	it('the refresh token grant returns the same active token to its parent, at any time', async () => {
		const { token } = await signIn(strict)
		const first = await refresh(token, strict)
		const again = await refresh(token, strict)
		expect(again.body.refresh_token).toBe(first.body.refresh_token)
		const next = await refresh(first.body.refresh_token, strict)
		expect(next.status).toBe(200)
	})

	it('the refresh token grant ends the whole family when an older token comes back', async () => {
		const { bearer, token } = await signIn(strict)
		const first = (await refresh(token, strict)).body
		const second = (await refresh(first.refresh_token, strict)).body
		expect(errorParts(await refresh(token, strict))).toEqual(alreadyUsed)
		expect(errorParts(await refresh(second.refresh_token, strict))).toEqual(notFound)
		const user = await callAuth(strict, 'GET', '/user', { bearer })
		expect(user.body.code).toBe('session_not_found')
	})

	it('the refresh token grant accepts an older token within the reuse interval', async () => {
		const { token } = await signIn(app)
		const first = (await refresh(token)).body
		const second = (await refresh(first.refresh_token)).body
		const late = await refresh(token)
		expect(late.status).toBe(200)
		expect(late.body.refresh_token).toBe(second.refresh_token)
	})

	it('fifty concurrent refreshes give one new token and end no session', async () => {
		const { token } = await signIn(strict)
		const answers = await Promise.all(Array.from({ length: 50 }, () => refresh(token, strict)))
		expect(answers.map(({ status }) => status)).toEqual(Array(50).fill(200))
		expect(new Set(answers.map(({ body }) => body.refresh_token)).size).toBe(1)
		expect((await refresh(answers[0]?.body.refresh_token, strict)).status).toBe(200)
	})

	it('the refresh token grant works across nodes', async () => {
		const DATA_DIR = strict.deps.config.DATA_DIR
		const settings = { DATA_DIR, REFRESH_REUSE_INTERVAL: '0' }
		const node = await createTestApp(settings, strict.database)
		const { token } = await signIn(strict)
		const first = (await refresh(token, node)).body
		const again = (await refresh(token, strict)).body
		expect(again.refresh_token).toBe(first.refresh_token)
		const second = (await refresh(first.refresh_token, strict)).body
		expect(errorParts(await refresh(token, node))).toEqual(alreadyUsed)
		expect(errorParts(await refresh(second.refresh_token, strict))).toEqual(notFound)
		await node.close()
	})

	it('the refresh token grant refuses the token of a session that was signed out', async () => {
		const { client, token } = await signIn(app)
		await client.auth.signOut()
		expect(errorParts(await refresh(token))).toEqual(notFound)
	})

	it('the refresh token grant refuses what is no refresh token, before the database is asked', async () => {
		for (const token of [undefined, '', 'short', 'UPPERCASE012', 'a'.repeat(51), 'ä'.repeat(12)])
			expect(errorParts(await refresh(token))).toEqual(notValid)
		expect(errorParts(await refresh('abcdefghij12'))).toEqual(notFound)
	})

	it('the refresh token grant refuses a token that another installation sealed, and changes nothing', async () => {
		const { token } = await signIn(app)
		const ours = createRefreshTokens(app.deps.keys.secret)
		const theirs = createRefreshTokens(Buffer.alloc(32, 7))
		const claim = ours.read(token)
		if (!claim) throw new Error('the token cannot be read')
		expect(errorParts(await refresh(theirs.write(claim)))).toEqual(notFound)
		const ahead = ours.write({ ...claim, counter: claim.counter + 5n })
		expect(errorParts(await refresh(ahead))).toEqual(notFound)
		expect((await refresh(token)).status).toBe(200)
	})

	it('the refresh token grant refuses the session of a banned user, and one that has reached its end', async () => {
		const { bearer, token } = await signIn(app)
		const { sub } = JSON.parse(Buffer.from(bearer.split('.')[1] ?? '', 'base64url').toString())
		const banUntil = (until: string | null) =>
			asOwner(app.database, 'update auth.users set banned_until = $2 where id = $1', [sub, until])
		await banUntil('2999-01-01')
		expect(errorParts(await refresh(token))).toEqual([400, 'user_banned', 'Invalid Refresh Token: User Banned'])
		await banUntil(null)
		await asOwner(app.database, 'update auth.sessions set not_after = now() where user_id = $1', [sub])
		expect(errorParts(await refresh(token))).toEqual([400, 'session_expired', 'Invalid Refresh Token: Session Expired'])
	})
})
