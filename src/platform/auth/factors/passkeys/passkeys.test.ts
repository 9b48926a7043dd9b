import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAuthenticator, type Deviation } from '#test/fakes/authenticator.ts'
import { type AuthResponse, callAuth, errorParts } from '#test/support/auth/auth-requests.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import { asOwner } from '#test/support/test-database.ts'

const notVerified = [400, 'webauthn_verification_failed', 'Credential verification failed']

describe('passkeys', () => {
	let app: TestApp
	beforeAll(async () => {
		app = await createTestApp({ ANONYMOUS_SIGNIN: 'on' })
	})
	afterAll(() => app.close())

	async function withPasskey() {
		const person = await app.person()
		const authenticator = createAuthenticator(app.url)
		const { passkey } = person.client.auth
		const started = await passkey.startRegistration()
		if (started.error) throw started.error
		const made = authenticator.create(started.data.options)
		const { data, error } = await passkey.verifyRegistration({
			challengeId: started.data.challenge_id,
			credential: made,
		})
		if (error) throw error
		return {
			...person,
			authenticator,
			made,
			started: started.data,
			passkeyId: data.id,
			saved: data,
		}
	}
	const call = (path: string, body: unknown, bearer?: string) =>
		callAuth(app, 'POST', `/passkeys/${path}`, { body, ...(bearer ? { bearer } : {}) })
	const newChallenge = async () => (await call('authentication/options', {})).body
	const signIn = (challenge_id: string, credential: unknown): Promise<AuthResponse> =>
		call('authentication/verify', { challenge_id, credential })

	it('passkeys are registered by signed-in users and sign in without typing', async () => {
		const { authenticator, started, saved, id, email } = await withPasskey()
		expect(started.options).toMatchObject({
			rp: { id: 'localhost', name: 'Plaudit' },
			user: { name: email, id: Buffer.from(id).toString('base64url') },
			attestation: 'none',
			authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
		})
		expect(started.expires_at - Date.now() / 1000).toBeGreaterThan(290)
		expect(Object.keys(saved).sort()).toEqual(['created_at', 'id'])

		const visitor = app.client()
		const { data: options } = await visitor.auth.passkey.startAuthentication()
		expect(options?.options).toMatchObject({ rpId: 'localhost', userVerification: 'required' })
		expect(options?.options).not.toHaveProperty('allowCredentials')
		const { data, error } = await visitor.auth.passkey.verifyAuthentication({
			challengeId: options?.challenge_id ?? '',
			credential: authenticator.get(options?.options as never),
		})
		expect(error).toBeNull()
		expect(data?.user?.id).toBe(id)
		const { data: level } = await visitor.auth.mfa.getAuthenticatorAssuranceLevel()
		expect(level).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal1' })
		expect(level?.currentAuthenticationMethods[0]).toMatchObject({ method: 'passkey' })
		expect((await visitor.auth.refreshSession()).error).toBeNull()
	})

	it('passkeys are listed, named and removed by their owner', async () => {
		const { client, passkeyId, authenticator } = await withPasskey()
		const challenge = await newChallenge()
		await signIn(challenge.challenge_id, authenticator.get(challenge.options))
		const named = await client.auth.passkey.update({ passkeyId, friendlyName: 'Isla’s phone' })
		expect(named.data).toMatchObject({ id: passkeyId, friendly_name: 'Isla’s phone' })
		const { data: list } = await client.auth.passkey.list()
		expect(list).toEqual([
			{
				id: passkeyId,
				friendly_name: 'Isla’s phone',
				created_at: expect.any(String),
				last_used_at: expect.any(String),
			},
		])
		expect((await client.auth.passkey.delete({ passkeyId })).error).toBeNull()
		expect((await client.auth.passkey.list()).data).toEqual([])
		const late = await newChallenge()
		const refused = await signIn(late.challenge_id, authenticator.get(late.options))
		expect(errorParts(refused)).toEqual(notVerified)
	})

	it('passkeys are not accessible to other users', async () => {
		const { passkeyId } = await withPasskey()
		const stranger = await app.person()
		const { auth } = stranger.client
		expect((await auth.passkey.list()).data).toEqual([])
		expect((await auth.passkey.delete({ passkeyId })).error?.status).toBe(404)
		expect((await auth.passkey.update({ passkeyId, friendlyName: 'x' })).error?.status).toBe(404)
	})

	it('passkeys can be listed and removed by an administrator', async () => {
		const { id, passkeyId } = await withPasskey()
		const { passkey } = app.admin().auth.admin
		const { data } = await passkey.listPasskeys({ userId: id })
		expect(data).toMatchObject([{ id: passkeyId }])
		expect((await passkey.deletePasskey({ userId: id, passkeyId })).error).toBeNull()
		expect((await passkey.deletePasskey({ userId: id, passkeyId })).error?.status).toBe(404)
	})

	const bends: [string, Deviation][] = [
		['of another origin', { origin: 'https://evil.example' }],
		['for another site', { rpId: 'evil.example' }],
		['of another challenge', { challenge: Buffer.alloc(32).toString('base64url') }],
		['of the other ceremony', { type: 'webauthn.create' }],
		['spoilt', { spoilSignature: true }],
		['made without a finger', { userVerified: false }],
		['made without anybody there', { userPresent: false }],
		['of somebody else’s name', { userHandle: randomUUID() }],
		['of a copy, whose count did not grow', { signCount: 5 }],
	]
	it.each(bends)('passkeys refuse a signature %s, and it consumes the challenge', async (_, bend) => {
		const { authenticator } = await withPasskey()
		const first = await newChallenge()
		await signIn(first.challenge_id, authenticator.get(first.options, { signCount: 5 }))
		const { challenge_id, options } = await newChallenge()
		const bent = authenticator.get(options, { signCount: 6, ...bend })
		expect(errorParts(await signIn(challenge_id, bent))).toEqual(notVerified)
		const again = await signIn(challenge_id, authenticator.get(options, { signCount: 7 }))
		expect(again.body.code).toBe('webauthn_challenge_not_found')
	})

	it('passkeys are made only by an answer to the challenge, of this site, verified', async () => {
		const { client, token } = await app.person()
		const wrong: Deviation[] = [
			{ origin: 'https://evil.example' },
			{ rpId: 'evil.example' },
			{ challenge: Buffer.alloc(32).toString('base64url') },
			{ type: 'webauthn.get' },
			{ userVerified: false },
		]
		for (const bend of wrong) {
			const { challenge_id, options } = (await call('registration/options', {}, token)).body
			const credential = createAuthenticator(app.url).create(options, bend)
			const refused = await call('registration/verify', { challenge_id, credential }, token)
			expect(errorParts(refused)).toEqual(notVerified)
		}
		expect((await client.auth.passkey.list()).data).toEqual([])
	})

	it('passkeys sign in once for each challenge, of twenty at the same time', async () => {
		const { authenticator } = await withPasskey()
		const { challenge_id, options } = await newChallenge()
		const credential = authenticator.get(options)
		const answers = await Promise.all(Array.from({ length: 20 }, () => signIn(challenge_id, credential)))
		expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
		expect(answers.filter(({ body }) => body.code === 'webauthn_challenge_not_found')).toHaveLength(19)
	})

	it('challenges of passkeys live five minutes, for one user and one purpose', async () => {
		const { authenticator, token } = await withPasskey()
		const stranger = await app.person()
		const late = await newChallenge()
		await asOwner(
			app.database,
			"update auth.webauthn_challenges set created_at = created_at - interval '301 seconds' where id = $1",
			[late.challenge_id],
		)
		expect(errorParts(await signIn(late.challenge_id, authenticator.get(late.options)))).toEqual([
			400,
			'webauthn_challenge_expired',
			'Challenge has expired',
		])
		const { challenge_id, options } = (await call('registration/options', {}, stranger.token)).body
		const credential = createAuthenticator(app.url).create(options)
		for (const refused of [
			await call('registration/verify', { challenge_id, credential }, token),
			await signIn(challenge_id, credential),
		])
			expect(errorParts(refused)).toEqual([400, 'webauthn_challenge_not_found', 'Challenge not found or already used'])
	})

	it('passkeys are made once by one authenticator, and ten at most', async () => {
		const { made, authenticator, token } = await withPasskey()
		const { options } = (await call('registration/options', {}, token)).body
		expect(options.excludeCredentials).toMatchObject([{ id: made.id }])
		expect(() => authenticator.create(options)).toThrow('registered already')
		for (let i = 1; i < 10; i++) {
			const asked = (await call('registration/options', {}, token)).body
			const credential = createAuthenticator(app.url).create(asked.options)
			const body = { challenge_id: asked.challenge_id, credential }
			expect((await call('registration/verify', body, token)).status).toBe(200)
		}
		expect(errorParts(await call('registration/options', {}, token))).toEqual([
			422,
			'too_many_passkeys',
			'Maximum number of passkeys reached',
		])
	})

	it('refusals of passkeys name the missing field', async () => {
		const { token, passkeyId } = await withPasskey()
		const cases: [unknown, string][] = [
			[{ credential: {} }, 'challenge_id is required'],
			[{ challenge_id: randomUUID() }, 'credential is required'],
			[{ challenge_id: 'one', credential: {} }, 'challenge_id must be a valid UUID'],
		]
		for (const [body, message] of cases)
			for (const path of ['registration/verify', 'authentication/verify'])
				expect(errorParts(await call(path, body, token))).toEqual([400, 'validation_failed', message])
		const { challenge_id } = await newChallenge()
		expect(errorParts(await signIn(challenge_id, { id: 'x' }))).toEqual(notVerified)
		const rename = (friendly_name?: string) =>
			callAuth(app, 'PATCH', `/passkeys/${passkeyId}`, { bearer: token, body: { friendly_name } })
		expect((await rename()).body.message).toBe('friendly_name is required')
		expect((await rename('x'.repeat(121))).body.message).toBe('friendly_name must be 120 characters or less')
		const odd = await callAuth(app, 'DELETE', '/passkeys/one', { bearer: token })
		expect(errorParts(odd)).toEqual([404, 'validation_failed', 'Passkey not found'])
	})

	it('passkeys are refused for anonymous users, and cannot be changed at aal1 by users with a second factor', async () => {
		const nobody = await app.client().auth.signInAnonymously()
		const anonymous = nobody.data.session?.access_token ?? ''
		expect((await call('registration/options', {}, anonymous)).status).toBe(403)
		expect((await call('registration/options', {})).status).toBe(401)
		const { email, id, passkeyId } = await withPasskey()
		await asOwner(
			app.database,
			"insert into auth.mfa_factors (user_id, factor_type, status) values ($1, 'totp', 'verified')",
			[id],
		)
		const weak = app.client()
		await weak.auth.signInWithPassword({ email, password: 'correct horse battery' })
		for (const { error } of [
			await weak.auth.passkey.startRegistration(),
			await weak.auth.passkey.delete({ passkeyId }),
		])
			expect(error).toMatchObject({
				status: 403,
				code: 'insufficient_aal',
				message: 'AAL2 session is required to manage passkeys when MFA is enabled',
			})
	})

	it('passkeys do not sign in banned or unconfirmed users', async () => {
		const { authenticator, id } = await withPasskey()
		const attempt = async () => {
			const { challenge_id, options } = await newChallenge()
			return errorParts(await signIn(challenge_id, authenticator.get(options)))
		}
		const users = app.admin().auth.admin
		await users.updateUserById(id, { ban_duration: '24h' })
		expect(await attempt()).toEqual([403, 'user_banned', 'User is banned'])
		await users.updateUserById(id, { ban_duration: 'none' })
		await asOwner(app.database, 'update auth.users set email_confirmed_at = null where id = $1', [id])
		expect(await attempt()).toEqual([403, 'email_not_confirmed', 'Email not confirmed'])
		await users.deleteUser(id, true)
		expect(await attempt()).toEqual(notVerified)
	})

	it('passkeys are unavailable where the operator or the site’s address does not allow them', async () => {
		for (const settings of [
			{ PASSKEYS_ENABLED: 'off' },
			{ SITE_URL: 'http://192.0.2.7:3000' },
			{ SITE_URL: 'http://praise.example' },
		]) {
			const off = await createTestApp(settings)
			const answer = await callAuth(off, 'POST', '/passkeys/authentication/options', { body: {} })
			expect(errorParts(answer)).toEqual([404, 'passkey_disabled', 'Passkeys are disabled'])
			expect((await callAuth(off, 'GET', '/passkeys')).body.code).toBe('passkey_disabled')
			expect((await callAuth(off, 'GET', '/settings')).body.passkeys_enabled).toBe(false)
			await off.close()
		}
		expect((await callAuth(app, 'GET', '/settings')).body.passkeys_enabled).toBe(true)
	})

	it('passkeys are bound to the site that the settings name', async () => {
		const named = await createTestApp({
			SITE_URL: 'https://praise.example.com',
			WEBAUTHN_RP_ID: 'example.com',
			WEBAUTHN_RP_NAME: 'Praise',
			WEBAUTHN_ORIGINS: 'https://app.example.com',
		})
		const { token } = await named.person()
		const send = (path: string, body: unknown) => callAuth(named, 'POST', `/passkeys/${path}`, { body, bearer: token })
		for (const origin of ['https://app.example.com', 'https://praise.example.com']) {
			const { challenge_id, options } = (await send('registration/options', {})).body
			expect(options.rp).toEqual({ id: 'example.com', name: 'Praise' })
			const credential = createAuthenticator(origin).create(options)
			expect((await send('registration/verify', { challenge_id, credential })).status).toBe(200)
		}
		await named.close()
	})
})
