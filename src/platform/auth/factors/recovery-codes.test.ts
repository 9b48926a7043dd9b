import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callAuth, errorParts } from '#test/support/auth/auth-requests.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import { asOwner } from '#test/support/test-database.ts'
import { normaliseRecoveryCode } from './recovery-codes.ts'

const password = 'correct horse battery'
const wrongCode = 'zzzzzzzzzzzzzzzz'

describe('recovery codes', () => {
	let app: TestApp
	beforeAll(async () => {
		app = await createTestApp()
	})
	afterAll(() => app.close())

	/** A user with a verified authenticator, signed in at aal2. */
	async function withFactor() {
		const person = await app.person()
		const { data } = await person.client.auth.mfa.enroll({
			factorType: 'totp',
			friendlyName: 'App',
		})
		if (!data) throw new Error('no factor')
		const totp = new TOTP({ secret: Secret.fromBase32(data.totp.secret) })
		const raised = { factorId: data.id, code: totp.generate() }
		await person.client.auth.mfa.challengeAndVerify(raised)
		const session = (await person.client.auth.getSession()).data.session
		return { ...person, factorId: data.id, strong: session?.access_token ?? '' }
	}
	async function withCodes() {
		const person = await withFactor()
		const { data, error } = await person.client.auth.mfa.recoveryCodes.generate()
		if (error) throw error
		return { ...person, codes: data.codes, set: data }
	}
	async function passwordOnly(email: string) {
		const client = app.client()
		const { data } = await client.auth.signInWithPassword({ email, password })
		return { client, token: data.session?.access_token ?? '' }
	}
	const call = (method: string, path: string, bearer: string, body?: unknown) =>
		callAuth(app, method, `/factors/recovery-codes${path}`, { bearer, body })

	it('recovery codes are ten, shown once, and kept as hashes', async () => {
		const { client, codes, set } = await withCodes()
		expect(set).toMatchObject({ type: 'recovery_code', friendly_name: 'Recovery codes', total: 10 })
		expect(new Set(codes).size).toBe(10)
		for (const code of codes) expect(code).toMatch(/^[0-9a-hjkmnp-tv-z]{16}$/)
		const { data } = await client.auth.mfa.recoveryCodes.getStatus()
		expect(data).toEqual({ id: set.id, type: 'recovery_code', total: 10, remaining: 10 })
		const { data: factors } = await client.auth.mfa.listFactors()
		expect(factors?.recovery_code).toMatchObject([{ id: set.id, status: 'verified' }])
		const rows = await asOwner<{ text: string }>(
			app.database,
			'select row_to_json(c)::text as text from auth.recovery_codes c where factor_id = $1',
			[set.id],
		)
		expect(rows).toHaveLength(10)
		expect(rows.some(({ text }) => codes.some((code) => text.includes(code)))).toBe(false)
	})

	it('recovery codes stand in for the lost factor, each once, however they are typed', async () => {
		const { email, codes } = await withCodes()
		const { client } = await passwordOnly(email)
		const bystander = await passwordOnly(email)
		const typed = (codes[0] ?? '').toUpperCase().replace(/(.{4})(?=.)/g, '$1 - ')
		const { error } = await client.auth.mfa.recoveryCodes.verify({ code: typed })
		expect(error).toBeNull()
		const { data: level } = await client.auth.mfa.getAuthenticatorAssuranceLevel()
		expect(level).toMatchObject({ currentLevel: 'aal2', nextLevel: 'aal2' })
		expect(level?.currentAuthenticationMethods[0]).toMatchObject({ method: 'mfa/recovery_code' })
		expect((await bystander.client.auth.getUser()).error?.name).toBe('AuthSessionMissingError')
		expect((await client.auth.mfa.recoveryCodes.getStatus()).data?.remaining).toBe(9)
		const again = await passwordOnly(email)
		expect(errorParts(await call('POST', '/verify', again.token, { code: codes[0] }))).toEqual([
			422,
			'mfa_verification_failed',
			'Invalid recovery code entered',
		])
		const renewed = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'New app' })
		expect(renewed.error).toBeNull()
	})

	it('one of fifty concurrent uses of a recovery code succeeds', async () => {
		const { email, codes } = await withCodes()
		const { token } = await passwordOnly(email)
		const answers = await Promise.all(
			Array.from({ length: 50 }, () => call('POST', '/verify', token, { code: codes[3] })),
		)
		expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
	})

	it('five wrong recovery codes lock the set for 15 minutes, or until it is replaced', async () => {
		const { client, email, codes, set } = await withCodes()
		const { token } = await passwordOnly(email)
		for (let i = 0; i < 5; i++) expect((await call('POST', '/verify', token, { code: wrongCode })).status).toBe(422)
		expect(errorParts(await call('POST', '/verify', token, { code: codes[0] }))).toEqual([
			429,
			'mfa_recovery_codes_locked',
			'Too many failed verification attempts, try again later',
		])
		await asOwner(
			app.database,
			"update auth.mfa_factors set locked_until = locked_until - interval '16 minutes' where id = $1",
			[set.id],
		)
		expect((await call('POST', '/verify', token, { code: codes[0] })).status).toBe(200)
		const other = await passwordOnly(email)
		for (let i = 0; i < 5; i++) await call('POST', '/verify', other.token, { code: wrongCode })
		const fresh = await client.auth.mfa.recoveryCodes.regenerate()
		expect(fresh.data).toMatchObject({ id: set.id, friendly_name: 'Recovery codes', total: 10 })
		const old = await call('POST', '/verify', other.token, { code: codes[1] })
		expect(old.body.code).toBe('mfa_verification_failed')
		const code = fresh.data?.codes[0]
		expect((await call('POST', '/verify', other.token, { code })).status).toBe(200)
	})

	it('recovery codes are generated, replaced and deleted only at aal2', async () => {
		const { email } = await withCodes()
		const { token } = await passwordOnly(email)
		const cases = [
			['POST', '', 'AAL2 required to generate recovery codes'],
			['POST', '/regenerate', 'AAL2 required to regenerate recovery codes'],
			['DELETE', '', 'AAL2 required to delete recovery codes'],
		] as const
		for (const [method, path, message] of cases)
			expect(errorParts(await call(method, path, token))).toEqual([403, 'insufficient_aal', message])
	})

	it('recovery codes are one set for each user, who must have another factor', async () => {
		const { strong, factorId, set } = await withCodes()
		expect(errorParts(await call('POST', '', strong))).toEqual([
			422,
			'mfa_verified_factor_exists',
			'Recovery codes are already enrolled for this user, use regenerate to rotate them',
		])
		const remove = (id: string) => callAuth(app, 'DELETE', `/factors/${id}`, { bearer: strong })
		expect(errorParts(await remove(factorId))).toEqual([
			422,
			'mfa_recovery_codes_sole_factor',
			'Recovery codes cannot be the only verified factor. Please enroll another factor before unenrolling this one or delete your recovery codes.',
		])
		expect(errorParts(await remove(set.id))).toEqual([
			422,
			'validation_failed',
			'Recovery codes cannot be unenrolled with this endpoint, use DELETE /factors/recovery-codes',
		])
		for (const action of ['challenge', 'verify']) {
			const path = `/factors/${set.id}/${action}`
			const refused = await callAuth(app, 'POST', path, { bearer: strong, body: { code: 'x' } })
			expect(refused.body.message).toBe('factor_type needs to be totp, phone, or webauthn')
		}
		expect((await call('DELETE', '', strong)).body).toEqual({ id: set.id })
		expect((await remove(factorId)).status).toBe(200)
	})

	it('deleting recovery codes lowers the sessions that they raised', async () => {
		const { client, email, codes } = await withCodes()
		const lost = await passwordOnly(email)
		await lost.client.auth.mfa.recoveryCodes.verify({ code: codes[0] ?? '' })
		expect((await client.auth.mfa.recoveryCodes.unenroll()).error).toBeNull()
		await lost.client.auth.refreshSession()
		const { data: level } = await lost.client.auth.mfa.getAuthenticatorAssuranceLevel()
		expect(level).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal2' })
		expect(level?.currentAuthenticationMethods).toHaveLength(1)
	})

	it('recovery codes are deleted with the last factor that an administrator removes', async () => {
		const { id, factorId } = await withCodes()
		const { mfa } = app.admin().auth.admin
		expect((await mfa.deleteFactor({ userId: id, id: factorId })).error).toBeNull()
		expect((await mfa.listFactors({ userId: id })).data?.factors).toEqual([])
	})

	it('recovery codes are not found before they are made, and take a name', async () => {
		const { client, strong } = await withFactor()
		for (const answer of [
			await call('GET', '', strong),
			await call('POST', '/regenerate', strong),
			await call('DELETE', '', strong),
		])
			expect(errorParts(answer)).toEqual([404, 'mfa_factor_not_found', 'The user has not enrolled recovery codes'])
		expect((await call('POST', '/verify', strong, { code: 'x' })).status).toBe(422)
		expect((await call('POST', '/verify', strong, { code: ' - ' })).body.message).toBe('Code needs to be non-empty')
		const taken = await call('POST', '', strong, { friendly_name: 'App' })
		expect(taken.body.code).toBe('mfa_factor_name_conflict')
		const { data } = await client.auth.mfa.recoveryCodes.generate({ friendlyName: 'Drawer' })
		expect(data?.friendly_name).toBe('Drawer')
	})

	it('recovery codes need another second factor', async () => {
		const { client, id } = await app.person()
		const { data } = await client.auth.getSession()
		await asOwner(app.database, "update auth.sessions set aal = 'aal2' where user_id = $1", [id])
		const refused = await call('POST', '', data.session?.access_token ?? '')
		expect(errorParts(refused)).toEqual([
			422,
			'mfa_recovery_codes_sole_factor',
			'At least one other verified factor is required to generate recovery codes',
		])
	})
})

it('recovery codes are normalized as people type them', () => {
	expect(normaliseRecoveryCode(' K4M9-x7qp\t2AB8–HT3Z'.replace('–', '-'))).toBe('k4m9x7qp2ab8ht3z')
	expect(normaliseRecoveryCode('OIlo-0110')).toBe('01100110')
})
