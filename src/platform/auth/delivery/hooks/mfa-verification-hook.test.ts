import { TOTP } from 'otpauth'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type HookReceiver, startHookReceiver } from '#test/fakes/hook-receiver.ts'
import { callAuth, errorParts } from '#test/support/auth/auth-requests.ts'
import { functionUri, makeHookFunction } from '#test/support/auth/hook-function.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import { asOwner } from '#test/support/test-database.ts'

/** A user with an unverified authenticator. */
async function withFactor(app: TestApp) {
	const person = await app.person()
	const { data } = await person.client.auth.mfa.enroll({ factorType: 'totp' })
	const factorId = data?.id ?? ''
	const totp = new TOTP({ secret: data?.totp.secret ?? '' })
	const right = () => totp.generate()
	const wrong = () => String((Number(totp.generate()) + 1) % 1_000_000).padStart(6, '0')
	const verify = async (code: string) => {
		const bearer = person.token
		const challenge = await callAuth(app, 'POST', `/factors/${factorId}/challenge`, { bearer })
		const body = { challenge_id: challenge.body.id, code }
		return callAuth(app, 'POST', `/factors/${factorId}/verify`, { bearer, body })
	}
	const sessions = () => asOwner(app.database, 'select from auth.sessions where user_id = $1', [person.id])
	return { ...person, factorId, right, wrong, verify, sessions }
}

describe('the mfa-verification hook', () => {
	let receiver: HookReceiver
	let app: TestApp
	beforeAll(async () => {
		receiver = await startHookReceiver()
		app = await createTestApp(receiver.settings('MFA_VERIFICATION_ATTEMPT'))
	})
	afterEach(() => receiver.reset())
	afterAll(async () => {
		await app.close()
		await receiver.close()
	})

	it('the mfa-verification hook gets right and wrong codes', async () => {
		const { id, factorId, verify, right, wrong } = await withFactor(app)
		receiver.reply = () => ({ body: { decision: 'continue' } })
		expect((await verify(wrong())).body.code).toBe('mfa_verification_failed')
		expect((await verify(right())).body.user.id).toBe(id)
		const attempt = { user_id: id, factor_id: factorId, factor_type: 'totp' }
		expect(receiver.calls.map(({ payload }) => payload)).toMatchObject([
			{ metadata: { name: 'mfa-verification' }, ...attempt, valid: false },
			{ ...attempt, valid: true },
		])
	})

	it.each([
		['its words', 'Come back tomorrow.', 'Come back tomorrow.'],
		['the usual words', undefined, 'Further MFA verification attempts will be rejected.'],
	])(
		'the mfa-verification hook rejects even a right code, with %s, and signs the person out',
		async (_, message, words) => {
			const { verify, right, sessions } = await withFactor(app)
			receiver.reply = () => ({ body: { decision: 'reject', message } })
			expect(errorParts(await verify(right()))).toEqual([403, 'mfa_verification_rejected', words])
			expect(await sessions()).toEqual([])
		},
	)

	it('the mfa-verification hook that fails changes nothing, so that the same code is valid afterwards', async () => {
		const { verify, right, sessions } = await withFactor(app)
		const code = right()
		receiver.reply = () => ({ status: 500 })
		expect((await verify(code)).status).toBe(500)
		expect(await sessions()).toHaveLength(1)
		receiver.reply = () => ({})
		expect((await verify(code)).status).toBe(200)
	})

	it('the mfa-verification hook may be a function that keeps state', async () => {
		const own = await createTestApp({ HOOK_MFA_VERIFICATION_ATTEMPT_URI: functionUri('judge') })
		try {
			const judge =
				"return case when (event->>'valid')::boolean then '{}' else '{\"decision\": \"reject\"}' end::jsonb;"
			await makeHookFunction(own.database, 'judge', judge)
			const good = await withFactor(own)
			expect((await good.verify(good.right())).status).toBe(200)
			const bad = await withFactor(own)
			expect((await bad.verify(bad.wrong())).body.code).toBe('mfa_verification_rejected')
			expect(await bad.sessions()).toEqual([])
		} finally {
			await own.close()
		}
	})
})
