import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ageProof } from '#test/support/auth/age-proof.ts'
import { callAuth, errorParts } from '#test/support/auth/auth-requests.ts'
import { exhaustRateLimit } from '#test/support/http/exhaust-rate-limit.ts'
import { lastMailTo } from '#test/support/outbox.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

const password = 'correct horse battery'
const next = 'another good one'

describe('guessing the password with a stolen session', () => {
	let app: TestApp
	let lenient: TestApp
	beforeAll(async () => {
		app = await createTestApp({ RATE_LIMITS: 'on', TRUSTED_PROXIES: '127.0.0.1', MAILS_PER_HOUR: '1000' })
		lenient = await createTestApp({ DATA_DIR: app.deps.config.DATA_DIR }, app.database)
	})
	afterAll(async () => {
		await lenient.close()
		await app.close()
	})

	const put = (bearer: string, body: unknown, i = 0) =>
		callAuth(app, 'PUT', '/user', { bearer, body, headers: { 'x-forwarded-for': `198.51.${i % 256}.7` } })
	it('a wrong mailed code hides whether the new password is the present one', async () => {
		const { token, client, email } = await lenient.person()
		await client.auth.reauthenticate()
		const { code } = await lastMailTo(lenient, email)
		const wrong = code === '000000' ? '111111' : '000000'
		const answers = [await put(token, { password, nonce: wrong }), await put(token, { password: next, nonce: wrong })]
		for (const answer of answers) expect(answer.body.code).toBe('reauthentication_not_valid')
		// The right code tells it last, and is not used up by a change that was refused.
		expect((await put(token, { password, nonce: code })).body.code).toBe('same_password')
		expect((await put(token, { password: next, nonce: code })).status).toBe(200)
	})

	it('a used-up mail limit hides whether the new password is the present one', async () => {
		const { token, email } = await lenient.person()
		const fresh = `fresh-${email}`
		expect((await put(token, { email: fresh })).status).toBe(200)
		for (const guess of [password, next])
			expect((await put(token, { email: fresh, password: guess })).body.code).toBe('over_email_send_rate_limit')
	})

	it.each([
		['with a wrong mailed code', (i: number) => ({ password: `not this one ${i}`, nonce: '000000' })],
		['as the new password', () => ({ password })],
		['as the present password', (i: number) => ({ password: next, current_password: `not this one ${i}` })],
	])('sixty guesses from sixty networks meet the limit: %s', async (_, body) => {
		const { token, id } = await lenient.person()
		if ('nonce' in body(0)) await ageProof(app.database, id)
		const guess = (i: number) => put(token, body(i), i)
		const { granted, refused } = await exhaustRateLimit(guess, { burst: 30, period: 4 })
		expect(granted.map(({ status }) => status)).not.toContain(200)
		expect(errorParts(refused)).toEqual([429, 'over_request_rate_limit', 'Request rate limit reached'])
	})
})
