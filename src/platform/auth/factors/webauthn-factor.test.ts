import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aaguid, createAuthenticator, type Deviation } from '#test/fakes/authenticator.ts'
import { callAuth, errorParts } from '#test/support/auth/auth-requests.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import { asOwner } from '#test/support/test-database.ts'

const password = 'correct horse battery'
const site = { rpId: 'localhost', rpOrigins: ['http://localhost:3000'] }

describe('a WebAuthn factor', () => {
	let app: TestApp
	beforeAll(async () => {
		app = await createTestApp({ MFA_WEBAUTHN_ENABLED: 'on' })
	})
	afterAll(() => app.close())

	async function withKey() {
		const person = await app.person()
		const key = createAuthenticator(app.url)
		const { mfa } = person.client.auth
		const { data: factor } = await mfa.enroll({ factorType: 'webauthn', friendlyName: 'Key' })
		if (!factor) throw new Error('no factor')
		const { data: challenge, error } = await mfa.challenge({ factorId: factor.id, webauthn: site })
		if (error || challenge.webauthn.type !== 'create') throw error ?? new Error('no creation')
		const made = key.create(challenge.webauthn.credential_options.publicKey)
		const verified = await mfa.verify({
			factorId: factor.id,
			challengeId: challenge.id,
			webauthn: { ...site, type: 'create', credential_response: made },
		})
		if (verified.error) throw verified.error
		return { ...person, key, made, factorId: factor.id, challenge }
	}
	async function passwordOnly(email: string) {
		const client = app.client()
		const { data } = await client.auth.signInWithPassword({ email, password })
		return { client, token: data.session?.access_token ?? '' }
	}
	const ask = async (bearer: string, factorId: string) =>
		(await callAuth(app, 'POST', `/factors/${factorId}/challenge`, { bearer })).body
	const answer = (bearer: string, factorId: string, challenge_id: string, webauthn: unknown) =>
		callAuth(app, 'POST', `/factors/${factorId}/verify`, {
			bearer,
			body: { challenge_id, webauthn },
		})

	it('a WebAuthn factor is made, named, and raises the session', async () => {
		const { client, factorId, challenge } = await withKey()
		expect(challenge.webauthn).toMatchObject({
			type: 'create',
			credential_options: {
				publicKey: {
					rp: { id: 'localhost', name: 'Plaudit' },
					attestation: 'none',
					authenticatorSelection: { userVerification: 'preferred' },
				},
			},
		})
		const { data } = await client.auth.mfa.listFactors()
		expect(data?.webauthn).toMatchObject([
			{ id: factorId, status: 'verified', friendly_name: 'Key', web_authn_aaguid: aaguid },
		])
		const { data: level } = await client.auth.mfa.getAuthenticatorAssuranceLevel()
		expect(level).toMatchObject({ currentLevel: 'aal2', nextLevel: 'aal2' })
		expect(level?.currentAuthenticationMethods[0]).toMatchObject({ method: 'mfa/webauthn' })
	})

	it('a WebAuthn factor is asked for at the next sign-in, and counts', async () => {
		const { email, key, factorId } = await withKey()
		const { client } = await passwordOnly(email)
		const { data: challenge, error } = await client.auth.mfa.challenge({ factorId, webauthn: site })
		if (error || challenge.webauthn.type !== 'request') throw error ?? new Error('no request')
		const { publicKey } = challenge.webauthn.credential_options
		expect(publicKey.allowCredentials).toHaveLength(1)
		const verified = await client.auth.mfa.verify({
			factorId,
			challengeId: challenge.id,
			webauthn: { ...site, type: 'request', credential_response: key.get(publicKey) },
		})
		expect(verified.error).toBeNull()
		const [row] = await asOwner<{ sign_count: string; last_used_at: Date }>(
			app.database,
			'select sign_count, last_used_at from auth.webauthn_credentials where factor_id = $1',
			[factorId],
		)
		expect(row).toMatchObject({ sign_count: '1', last_used_at: expect.any(Date) })
	})

	const bends: [string, Deviation][] = [
		['of another origin', { origin: 'https://evil.example' }],
		['for another site', { rpId: 'evil.example' }],
		['of another challenge', { challenge: Buffer.alloc(32).toString('base64url') }],
		['of the other ceremony', { type: 'webauthn.create' }],
		['spoilt', { spoilSignature: true }],
		['made without anybody there', { userPresent: false }],
		['of a copy, whose count did not grow', { signCount: 1 }],
	]
	it.each(bends)('a WebAuthn factor refuses a signature %s', async (_, bend) => {
		const { email, key, factorId } = await withKey()
		const first = await passwordOnly(email)
		const one = await ask(first.token, factorId)
		const options = one.webauthn.credential_options.publicKey
		await answer(first.token, factorId, one.id, {
			type: 'request',
			credential_response: key.get(options, { signCount: 5 }),
		})
		const { token } = await passwordOnly(email)
		const two = await ask(token, factorId)
		const bent = key.get(two.webauthn.credential_options.publicKey, { signCount: 6, ...bend })
		const refused = await answer(token, factorId, two.id, {
			type: 'request',
			credential_response: bent,
		})
		expect(errorParts(refused)).toEqual([422, 'mfa_verification_failed', 'Invalid WebAuthn response'])
	})

	it('a WebAuthn factor refuses the key of somebody else, also under this name', async () => {
		const [mine, other] = [await withKey(), await withKey()]
		const { token } = await passwordOnly(mine.email)
		const challenge = await ask(token, mine.factorId)
		const { publicKey } = challenge.webauthn.credential_options
		const own = other.key.credentials[0]
		const foreign = other.key.get({ ...publicKey, allowCredentials: [] })
		const forged = mine.key.get(publicKey, own ? { signWith: own.key } : {})
		for (const credential_response of [foreign, forged]) {
			const refused = await answer(token, mine.factorId, challenge.id, {
				type: 'request',
				credential_response,
			})
			expect(refused.body.code).toBe('mfa_verification_failed')
		}
	})

	it('a WebAuthn factor answers a challenge once, of twenty at the same time', async () => {
		const { email, key, factorId } = await withKey()
		const { token } = await passwordOnly(email)
		const challenge = await ask(token, factorId)
		const credential_response = key.get(challenge.webauthn.credential_options.publicKey)
		const answers = await Promise.all(
			Array.from({ length: 20 }, () => answer(token, factorId, challenge.id, { type: 'request', credential_response })),
		)
		expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
		const late = await answer(token, factorId, challenge.id, {
			type: 'request',
			credential_response,
		})
		expect(late.body.code).toBe('mfa_ip_address_mismatch')
	})

	it('a WebAuthn factor cannot be made again over a key that is there', async () => {
		const { client, token, factorId } = await withKey()
		const challenge = await ask(token, factorId)
		expect(challenge.webauthn.type).toBe('request')
		const forged = createAuthenticator(app.url).create({
			challenge: challenge.webauthn.credential_options.publicKey.challenge,
			rp: {},
			user: { id: 'x' },
		})
		const refused = await answer(token, factorId, challenge.id, {
			type: 'create',
			credential_response: forged,
		})
		expect(refused.body.code).toBe('mfa_verification_failed')
		expect((await client.auth.mfa.unenroll({ factorId })).error).toBeNull()
		const rows = await asOwner(app.database, 'select 1 from auth.webauthn_credentials where factor_id = $1', [factorId])
		expect(rows).toEqual([])
	})

	it('a WebAuthn credential belongs to one user', async () => {
		const { made } = await withKey()
		const { token } = await app.person()
		const { body: factor } = await callAuth(app, 'POST', '/factors', {
			bearer: token,
			body: { factor_type: 'webauthn' },
		})
		const challenge = await ask(token, factor.id)
		const { publicKey } = challenge.webauthn.credential_options
		const own = createAuthenticator(app.url).create(publicKey).toJSON()
		const { id, rawId, response } = made.toJSON()
		const { attestationObject } = response
		const stolen = { ...own, id, rawId, response: { ...own.response, attestationObject } }
		const answered = { type: 'create', credential_response: stolen }
		expect(errorParts(await answer(token, factor.id, challenge.id, answered))).toEqual([
			422,
			'webauthn_credential_exists',
			'This credential is already registered',
		])
	})

	it('refusals of a WebAuthn factor name the missing field', async () => {
		const { token, factorId } = await withKey()
		const { id } = await ask(token, factorId)
		const cases: [unknown, string][] = [
			[undefined, 'WebAuthn config required'],
			[{ type: 'guess' }, 'WebAuthn type must be create or request'],
			[{ type: 'request' }, 'credential_response required'],
			[{ type: 'request', credential_response: { id: 'x' } }, 'Invalid credential_response'],
			[{ type: 'create', credential_response: [] }, 'Invalid credential_response'],
		]
		for (const [webauthn, message] of cases)
			expect(errorParts(await answer(token, factorId, id, webauthn))).toEqual([400, 'validation_failed', message])
	})

	it('a WebAuthn factor is refused when it is disabled, and its credentials stay', async () => {
		const off = await createTestApp({ DATA_DIR: app.deps.config.DATA_DIR }, app.database)
		const { token, factorId } = await withKey()
		const call = (path: string, body: unknown) => callAuth(off, 'POST', path, { bearer: token, body })
		expect(errorParts(await call('/factors', { factor_type: 'webauthn' }))).toEqual([
			422,
			'mfa_webauthn_enroll_not_enabled',
			'MFA enroll is disabled for WebAuthn',
		])
		for (const action of ['challenge', 'verify'])
			expect(errorParts(await call(`/factors/${factorId}/${action}`, { code: 'x' }))).toEqual([
				422,
				'mfa_webauthn_verify_not_enabled',
				'MFA verification is disabled for WebAuthn',
			])
		const gone = await callAuth(off, 'DELETE', `/factors/${factorId}`, { bearer: token })
		expect(gone.body).toEqual({ id: factorId })
		await off.close()
	})
})
