import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callAuth, errorParts } from '#test/support/auth/auth-requests.ts'
import { exhaustRateLimit } from '#test/support/http/exhaust-rate-limit.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import { asOwner } from '#test/support/test-database.ts'

describe('guessing at a second factor', () => {
	/** Without budgets, for what goes before. */
	let calm: TestApp
	const nodes: TestApp[] = []
	beforeAll(async () => {
		calm = await createTestApp()
	})
	afterAll(async () => {
		for (const node of nodes) await node.close()
		await calm.close()
	})

	/** A node of the same installation, which has seen nothing yet. */
	async function node(settings: Record<string, string> = { RATE_LIMITS: 'on' }): Promise<TestApp> {
		const keys = { DATA_DIR: calm.deps.config.DATA_DIR }
		const app = await createTestApp({ ...settings, ...keys }, calm.database)
		nodes.push(app)
		return app
	}
	/** A user with an authenticator whose secret the test does not know. */
	async function withAuthenticator() {
		const person = await calm.person()
		const { data } = await person.client.auth.mfa.enroll({ factorType: 'totp' })
		if (!data) throw new Error('no factor')
		const totp = new TOTP({ secret: Secret.fromBase32(data.totp.secret) })
		const asked = await challenge(person.token, data.id)
		return { ...person, factorId: data.id, totp, challengeId: asked }
	}
	const challenge = async (bearer: string, id: string, app = calm): Promise<string> =>
		(await callAuth(app, 'POST', `/factors/${id}/challenge`, { bearer })).body.id
	const verify = (app: TestApp, bearer: string, id: string, challenge_id: string, code: string) =>
		callAuth(app, 'POST', `/factors/${id}/verify`, { bearer, body: { challenge_id, code } })
	/** Time passes: of all budgets only those longer than this remain. */
	const pass = (interval: string) =>
		asOwner(calm.database, `delete from auth.rate_limits where tat < now() + interval '${interval}'`)

	it('one of fifty concurrent right answers of a second factor is accepted, on two nodes', async () => {
		const other = await node({})
		const { token, factorId, totp } = await withAuthenticator()
		const ids = await Promise.all(
			Array.from({ length: 50 }, (_, i) => challenge(token, factorId, i % 2 ? calm : other)),
		)
		const code = totp.generate()
		const answers = await Promise.all(ids.map((id, i) => verify(i % 2 ? other : calm, token, factorId, id, code)))
		expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
		const refused = answers.filter(({ body }) => body.code === 'mfa_verification_failed')
		expect(refused).toHaveLength(49)
		const fresh = await challenge(token, factorId)
		expect(errorParts(await verify(calm, token, factorId, fresh, code))).toEqual([
			422,
			'mfa_verification_failed',
			'Invalid TOTP code entered',
		])
	})

	it('guessing at a second factor is held to fifteen a minute after the first thirty, over all nodes', async () => {
		const [first, second] = [await node(), await node()]
		const { token, factorId, challengeId } = await withAuthenticator()
		await pass('1 day')
		const ask = (i: number) => verify(i % 2 ? first : second, token, factorId, challengeId, '000000')
		const { granted, refused } = await exhaustRateLimit(ask, { burst: 30, period: 4 })
		expect(new Set(granted.map(({ status }) => status))).toEqual(new Set([422]))
		expect(errorParts(refused)).toEqual([429, 'over_request_rate_limit', 'Request rate limit reached'])
	})

	it('guessing at a second factor is held to a hundred wrong answers a day', async () => {
		const { token, factorId, challengeId, totp } = await withAuthenticator()
		await pass('1 day')
		for (let round = 0; round < 4; round++) {
			const app = await node()
			for (let i = 0; i < 25; i++) await verify(app, token, factorId, challengeId, '000000')
			await pass('10 minutes')
		}
		const app = await node()
		const code = totp.generate()
		expect((await verify(app, token, factorId, challengeId, code)).status).toBe(429)
		await asOwner(calm.database, "update auth.rate_limits set tat = tat - interval '864 seconds'")
		expect((await verify(app, token, factorId, challengeId, code)).status).toBe(200)
	})

	it('guessing at a second factor counts wrong answers only', async () => {
		const { token, factorId, challengeId, totp } = await withAuthenticator()
		await pass('1 day')
		const right = await verify(await node(), token, factorId, challengeId, totp.generate())
		expect(right.status).toBe(200)
		await pass('10 minutes')
		expect(await asOwner(calm.database, 'select 1 from auth.rate_limits')).toEqual([])
	})

	it('guessing at a second factor consumes nobody else’s attempts', async () => {
		const [mine, other] = [await withAuthenticator(), await withAuthenticator()]
		await pass('1 day')
		const app = await node()
		for (let i = 0; i < 29; i++) {
			const refused = await verify(app, other.token, mine.factorId, mine.challengeId, '000000')
			expect(refused.status).toBe(404)
		}
		const code = mine.totp.generate()
		const answer = await verify(app, mine.token, mine.factorId, mine.challengeId, code)
		expect(answer.status).toBe(200)
	})

	it('counting an attempt at a factor waits for no connection while it holds one', async () => {
		const small = await node({ RATE_LIMITS: 'on', DATABASE_POOL: '2' })
		const { token, factorId, challengeId } = await withAuthenticator()
		await pass('1 day')
		const answers = await Promise.all(
			Array.from({ length: 20 }, () => verify(small, token, factorId, challengeId, '000000')),
		)
		expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(422))
	})
})
