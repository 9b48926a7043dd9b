import { createHash, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AuthResponse, callAuth } from '#test/support/auth/auth-requests.ts'
import { lastMailTo } from '#test/support/outbox.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import { asOwner } from '#test/support/test-database.ts'

const rounds = 3
const atOnce = 50

describe.each(Array.from({ length: rounds }, (_, round) => round))('fifty at once, round %i', () => {
	let app: TestApp
	let other: TestApp
	beforeAll(async () => {
		const settings = { REFRESH_REUSE_INTERVAL: '0', PASSWORD_REQUIRE_REAUTHENTICATION: 'on' }
		app = await createTestApp(settings)
		const { DATA_DIR } = app.deps.config
		other = await createTestApp({ ...settings, DATA_DIR }, app.database)
	})
	afterAll(async () => {
		await other.close()
		await app.close()
	})

	/** The same request fifty times at once, on two nodes in turn. @returns the statuses */
	const storm = async (send: (node: TestApp, index: number) => Promise<AuthResponse>) =>
		Promise.all(Array.from({ length: atOnce }, (_, i) => send(i % 2 ? app : other, i)))
	const good = (answers: AuthResponse[]) => answers.filter(({ status }) => status === 200)
	const sessionsOf = async (email: string) =>
		(
			await asOwner(
				app.database,
				'select from auth.sessions where user_id = (select id from auth.users where email = $1)',
				[email],
			)
		).length
	/** A user whose address is proven already: a first proof ends earlier sessions. */
	const proven = async (name: string) => {
		const email = `${name}@skerry.example`
		await app.admin().auth.admin.createUser({ email, email_confirm: true })
		return email
	}
	const linkTo = async (email: string, type: 'magiclink' | 'recovery') => {
		const { data } = await app.admin().auth.admin.generateLink({ type, email })
		if (!data.properties) throw new Error('no link')
		return data.properties
	}

	it('a mailed code opens one session', async () => {
		const email = await proven('coded')
		const { email_otp: token } = await linkTo(email, 'magiclink')
		const before = await sessionsOf(email)
		const body = { type: 'email', email, token }
		const answers = await storm((node) => callAuth(node, 'POST', '/verify', { body }))
		expect(good(answers)).toHaveLength(1)
		expect(answers.filter(({ body: b }) => b.code === 'otp_expired')).toHaveLength(atOnce - 1)
		expect(await sessionsOf(email)).toBe(before + 1)
	})

	it('a link opens one session, whether it is posted or visited', async () => {
		const email = await proven('linked')
		const { hashed_token: hash } = await linkTo(email, 'recovery')
		const before = await sessionsOf(email)
		const answers = await storm((node, i) =>
			i % 4 < 2
				? callAuth(node, 'POST', '/verify', { body: { type: 'recovery', token_hash: hash } })
				: callAuth(node, 'GET', `/verify?type=recovery&token=${hash}`),
		)
		const opened = answers.filter(
			({ status, headers }) => status === 200 || headers.get('location')?.includes('#access_token='),
		)
		expect(opened).toHaveLength(1)
		expect(await sessionsOf(email)).toBe(before + 1)
	})

	it('a code of a PKCE flow opens one session', async () => {
		const email = await proven('pkce')
		const verifier = randomBytes(32).toString('base64url')
		const challenge = createHash('sha256').update(verifier).digest('base64url')
		await callAuth(app, 'POST', '/otp', {
			body: { email, code_challenge: challenge, code_challenge_method: 's256' },
		})
		const { tokenHash } = await lastMailTo(app, email)
		const visits = await storm((node) => callAuth(node, 'GET', `/verify?type=magiclink&token=${tokenHash}`))
		const codes = visits
			.map(({ headers }) => new URL(headers.get('location') ?? '').searchParams.get('code'))
			.filter((code) => code !== null)
		expect(codes).toHaveLength(1)
		const before = await sessionsOf(email)
		const body = { auth_code: codes[0], code_verifier: verifier }
		const answers = await storm((node) => callAuth(node, 'POST', '/token?grant_type=pkce', { body }))
		expect(good(answers)).toHaveLength(1)
		expect(await sessionsOf(email)).toBe(before + 1)
	})

	it('a code that proves who sits at the keyboard changes one password', async () => {
		const { client, email, id, token: bearer } = await app.person()
		const grow = "update auth.sessions set created_at = now() - interval '25 hours' where user_id = $1"
		await asOwner(app.database, grow, [id])
		await client.auth.reauthenticate()
		const { code: nonce } = await lastMailTo(app, email)
		const answers = await Promise.all(
			Array.from({ length: 10 }, (_, i) =>
				callAuth(i % 2 ? app : other, 'PUT', '/user', {
					bearer,
					body: { password: `another good one ${i}`, nonce },
				}),
			),
		)
		expect(good(answers)).toHaveLength(1)
	})

	it('a refresh token has one successor, and no session ends', async () => {
		const { client } = await app.person()
		const { data } = await client.auth.getSession()
		const refresh = (node: TestApp, token = '') =>
			callAuth(node, 'POST', '/token?grant_type=refresh_token', {
				body: { refresh_token: token },
			})
		const answers = await storm((node) => refresh(node, data.session?.refresh_token))
		expect(good(answers)).toHaveLength(atOnce)
		expect(new Set(answers.map(({ body }) => body.refresh_token)).size).toBe(1)
		expect((await refresh(other, answers[0]?.body.refresh_token)).status).toBe(200)
	})

	it('the reuse of an old refresh token ends its session', async () => {
		const { client } = await app.person()
		const { data } = await client.auth.getSession()
		const refresh = (node: TestApp, token = '') =>
			callAuth(node, 'POST', '/token?grant_type=refresh_token', {
				body: { refresh_token: token },
			})
		const first = data.session?.refresh_token
		const second = (await refresh(app, first)).body.refresh_token
		const third = (await refresh(app, second)).body.refresh_token
		const answers = await storm((node, i) => refresh(node, i % 4 === 0 ? first : third))
		const descendants = new Set(
			[first, second, third, ...good(answers).map(({ body }) => body.refresh_token)].filter(Boolean),
		)
		for (const token of descendants) expect((await refresh(app, token)).body.code).toBe('refresh_token_not_found')
	})
})
