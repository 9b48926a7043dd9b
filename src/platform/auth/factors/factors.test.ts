import { randomUUID } from 'node:crypto'
import { TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callAuth, errorParts } from '#test/support/auth/auth-requests.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import { asOwner } from '#test/support/test-database.ts'

describe('a second factor', () => {
	let app: TestApp
	beforeAll(async () => {
		app = await createTestApp({ ANONYMOUS_SIGNIN: 'on' })
	})
	afterAll(() => app.close())

	/** The code of an authenticator app, `steps` half-minutes from now. */
	function codeFor(secret: string, steps = 0): string {
		return new TOTP({ secret }).generate({ timestamp: Date.now() + steps * 30_000 })
	}
	async function withFactor() {
		const person = await app.person()
		const { data } = await person.client.auth.mfa.enroll({
			factorType: 'totp',
			friendlyName: 'Phone',
		})
		if (!data) throw new Error('no factor')
		return { ...person, factorId: data.id, secret: data.totp.secret, enrolled: data }
	}
	const verify = (bearer: string, factorId: string, body: unknown) =>
		callAuth(app, 'POST', `/factors/${factorId}/verify`, { bearer, body })
	const challenge = async (bearer: string, factorId: string) =>
		(await callAuth(app, 'POST', `/factors/${factorId}/challenge`, { bearer })).body.id

	it('a second factor is enrolled with a QR code, a secret and a name, and stored encrypted', async () => {
		const { client, enrolled, secret, factorId } = await withFactor()
		expect(enrolled.totp.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg /)
		expect(secret).toMatch(/^[A-Z2-7]{32}$/)
		expect(enrolled.totp.uri).toContain(`secret=${secret}`)
		const { data } = await client.auth.mfa.listFactors()
		expect(data?.totp).toEqual([])
		expect(data?.all).toMatchObject([{ status: 'unverified', friendly_name: 'Phone' }])
		const [row] = await asOwner<{ row: string }>(
			app.database,
			'select to_jsonb(f)::text as row from auth.mfa_factors f where id = $1',
			[factorId],
		)
		expect(row?.row).not.toContain(secret)
	})

	it('the issuer of a second factor fits into a QR code', async () => {
		const { token: bearer } = await app.person()
		const body = { factor_type: 'totp', issuer: '誰'.repeat(121) }
		const answer = await callAuth(app, 'POST', '/factors', { bearer, body })
		expect([answer.status, answer.body.code]).toEqual([400, 'validation_failed'])
		const fitting = { ...body, issuer: '誰'.repeat(120) }
		expect((await callAuth(app, 'POST', '/factors', { bearer, body: fitting })).status).toBe(200)
	})

	it('a second factor raises the session, kills its earlier refresh tokens and ends weaker sessions', async () => {
		const { client, email, factorId, secret } = await withFactor()
		const other = app.client()
		await other.auth.signInWithPassword({ email, password: 'correct horse battery' })
		const before = (await client.auth.getSession()).data.session?.refresh_token
		const { error } = await client.auth.mfa.challengeAndVerify({ factorId, code: codeFor(secret) })
		expect(error).toBeNull()
		const { data: level } = await client.auth.mfa.getAuthenticatorAssuranceLevel()
		expect(level).toMatchObject({ currentLevel: 'aal2', nextLevel: 'aal2' })
		expect(
			level?.currentAuthenticationMethods.map((entry) => (typeof entry === 'string' ? entry : entry.method)),
		).toEqual(['totp', 'password'])
		expect((await other.auth.getUser()).error?.name).toBe('AuthSessionMissingError')
		const old = await callAuth(app, 'POST', '/token?grant_type=refresh_token', {
			body: { refresh_token: before },
		})
		expect(old.body.code).toBe('refresh_token_already_used')
		expect((await client.auth.refreshSession()).error).toBeNull()
		expect((await client.auth.mfa.getAuthenticatorAssuranceLevel()).data?.currentLevel).toBe('aal2')
	})

	it('a second factor accepts each code once, of twenty at the same time', async () => {
		const { token, factorId, secret } = await withFactor()
		const code = codeFor(secret)
		const challenges = await Promise.all(Array.from({ length: 20 }, () => challenge(token, factorId)))
		const answers = await Promise.all(challenges.map((challenge_id) => verify(token, factorId, { challenge_id, code })))
		expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
		const refused = answers.filter(({ body }) => body.code === 'mfa_verification_failed')
		expect(refused).toHaveLength(19)
	})

	it('a verified second factor is required to change password or address', async () => {
		const { client, email, factorId, secret } = await withFactor()
		await client.auth.mfa.challengeAndVerify({ factorId, code: codeFor(secret) })
		const weak = app.client()
		const { data } = await weak.auth.signInWithPassword({
			email,
			password: 'correct horse battery',
		})
		const bearer = data.session?.access_token ?? ''
		for (const body of [{ password: 'another good one' }, { email: 'other@skerry.example' }])
			expect(errorParts(await callAuth(app, 'PUT', '/user', { bearer, body }))).toEqual([
				401,
				'insufficient_aal',
				'AAL2 session is required to update email or password when MFA is enabled.',
			])
		const more = { factor_type: 'totp', friendly_name: 'second' }
		expect(errorParts(await callAuth(app, 'POST', '/factors', { bearer, body: more }))).toEqual([
			403,
			'insufficient_aal',
			'AAL2 required to enroll a new factor',
		])
		expect(errorParts(await callAuth(app, 'DELETE', `/factors/${factorId}`, { bearer }))).toEqual([
			422,
			'insufficient_aal',
			'AAL2 required to unenroll verified factor',
		])
		expect((await client.auth.updateUser({ password: 'another good one' })).error).toBeNull()
	})

	it('a second factor can be removed, and the session falls back to aal1', async () => {
		const { client, factorId, secret } = await withFactor()
		await client.auth.mfa.challengeAndVerify({ factorId, code: codeFor(secret) })
		expect((await client.auth.mfa.unenroll({ factorId })).data).toEqual({ id: factorId })
		await client.auth.refreshSession()
		const { data } = await client.auth.mfa.getAuthenticatorAssuranceLevel()
		expect(data).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal1' })
	})

	it('a second factor refuses malformed and foreign requests with the codes of Supabase Auth', async () => {
		const { token, factorId, secret } = await withFactor()
		const stranger = await app.person()
		const enroll = (body: unknown, bearer = token) => callAuth(app, 'POST', '/factors', { bearer, body })
		expect(errorParts(await enroll({ factor_type: 'pigeon' }))).toEqual([
			400,
			'validation_failed',
			'factor_type needs to be totp, phone, or webauthn',
		])
		expect((await enroll({ factor_type: 'phone' })).body.code).toBe('mfa_phone_enroll_not_enabled')
		expect((await enroll({ factor_type: 'webauthn' })).body.code).toBe('mfa_webauthn_enroll_not_enabled')
		const same = await enroll({ factor_type: 'totp', friendly_name: 'Phone' })
		expect(errorParts(same)).toEqual([
			422,
			'mfa_factor_name_conflict',
			'A factor with the friendly name "Phone" for this user already exists',
		])
		const nobody = await app.client().auth.signInAnonymously()
		const anonymous = nobody.data.session?.access_token ?? ''
		expect((await enroll({ factor_type: 'totp' }, anonymous)).status).toBe(403)

		expect((await verify(token, 'one', {})).body.message).toBe('factor_id must be an UUID')
		for (const [bearer, id] of [
			[token, randomUUID()],
			[stranger.token, factorId],
		] as const)
			expect(errorParts(await verify(bearer, id, { code: '123456' }))).toEqual([
				404,
				'mfa_factor_not_found',
				'Factor not found',
			])
		const challenge_id = await challenge(token, factorId)
		expect((await verify(token, factorId, { challenge_id })).body.message).toBe('Code needs to be non-empty')
		const unknown = await verify(token, factorId, { challenge_id: randomUUID(), code: '123456' })
		expect(errorParts(unknown)).toEqual([
			422,
			'mfa_factor_not_found',
			'MFA factor with the provided challenge ID not found',
		])
		expect(errorParts(await verify(token, factorId, { challenge_id, code: codeFor(secret, -5) }))).toEqual([
			422,
			'mfa_verification_failed',
			'Invalid TOTP code entered',
		])
		await asOwner(
			app.database,
			"update auth.mfa_challenges set created_at = now() - interval '6 minutes' where id = $1",
			[challenge_id],
		)
		const late = await verify(token, factorId, { challenge_id, code: codeFor(secret) })
		expect(errorParts(late)).toEqual([
			422,
			'mfa_challenge_expired',
			`MFA challenge ${challenge_id} has expired, verify against another challenge or create a new challenge.`,
		])
		const fresh = await challenge(token, factorId)
		await asOwner(app.database, "update auth.mfa_challenges set ip = '203.0.113.9' where id = $1", [fresh])
		const moved = await verify(token, factorId, { challenge_id: fresh, code: codeFor(secret) })
		expect(errorParts(moved)).toEqual([422, 'mfa_ip_address_mismatch', 'Challenge and verify IP addresses mismatch.'])
	})

	it('a user may have ten second factors', async () => {
		const { token } = await withFactor()
		const answers = []
		for (let i = 2; i <= 11; i++)
			answers.push(
				await callAuth(app, 'POST', '/factors', {
					bearer: token,
					body: { factor_type: 'totp', friendly_name: `number ${i}` },
				}),
			)
		expect(answers.slice(0, 9).every(({ status }) => status === 200)).toBe(true)
		expect(answers.slice(-1).map(errorParts)).toEqual([
			[422, 'too_many_enrolled_mfa_factors', 'Maximum number of verified factors reached, unenroll to continue'],
		])
	})

	it('a second factor can be listed, named and removed by an administrator', async () => {
		const { id, factorId } = await withFactor()
		const { mfa } = app.admin().auth.admin
		const { data } = await mfa.listFactors({ userId: id })
		expect(data?.factors).toMatchObject([{ id: factorId, factor_type: 'totp' }])
		const path = `/admin/users/${id}/factors/${factorId}`
		const bearer = app.deps.keys.serviceRoleKey
		const named = await callAuth(app, 'PUT', path, { bearer, body: { friendly_name: 'Tablet' } })
		expect(named.body.friendly_name).toBe('Tablet')
		expect((await mfa.deleteFactor({ userId: id, id: factorId })).error).toBeNull()
		expect((await callAuth(app, 'DELETE', path, { bearer })).body.code).toBe('mfa_factor_not_found')
	})
})
