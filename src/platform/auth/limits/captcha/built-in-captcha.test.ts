import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callAuth, errorParts } from '#test/support/auth/auth-requests.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import { asOwner } from '#test/support/test-database.ts'

const email = 'isla@skerry.example'
const refused = (why: string) => [400, 'captcha_failed', `captcha protection: request disallowed (${why})`]
type Challenge = Parameters<typeof solveChallenge>[0]['challenge']
type Proof = { challenge: Challenge; solution: unknown }

describe('a proof of work', () => {
	let app: TestApp
	let other: TestApp
	beforeAll(async () => {
		app = await createTestApp({ CAPTCHA_PROVIDER: 'altcha' })
		const keys = { DATA_DIR: app.deps.config.DATA_DIR }
		other = await createTestApp({ CAPTCHA_PROVIDER: 'altcha', ...keys }, app.database)
	})
	afterAll(async () => {
		await other.close()
		await app.close()
	})

	const ask = async (where = app): Promise<Challenge> =>
		(await where.fetch(`${where.url}/auth/v1/captcha`)).json() as Promise<Challenge>
	async function solve(challenge: Challenge): Promise<Proof> {
		const solution = await solveChallenge({ challenge, deriveKey })
		if (!solution) throw new Error('not solved')
		return { challenge, solution }
	}
	const write = (proof: unknown) => Buffer.from(JSON.stringify(proof)).toString('base64')
	const recover = (captcha_token: string, where = app) =>
		callAuth(where, 'POST', '/recover', {
			body: { email, gotrue_meta_security: { captcha_token } },
		})

	it('a proof of work is accepted once, on any node', async () => {
		const token = write(await solve(await ask()))
		expect((await recover(token, other)).status).toBe(200)
		for (const where of [app, other])
			expect(errorParts(await recover(token, where))).toEqual(refused('timeout-or-duplicate'))
	})

	it('a proof of work is accepted for one of fifty concurrent requests', async () => {
		const token = write(await solve(await ask()))
		const answers = await Promise.all(Array.from({ length: 50 }, (_, i) => recover(token, i % 2 ? app : other)))
		expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
	})

	it('a proof of work is good for ten minutes', async () => {
		const asked = Math.floor(Date.now() / 1000)
		const challenge = await ask()
		const expiresAt = challenge.parameters.expiresAt ?? 0
		expect(expiresAt).toBeGreaterThanOrEqual(asked + 600)
		expect(expiresAt).toBeLessThanOrEqual(Date.now() / 1000 + 600)
		const late = structuredClone(await solve(challenge))
		late.challenge.parameters.expiresAt = expiresAt + 3600
		expect(errorParts(await recover(write(late)))).toEqual(refused('invalid-input-response'))
		late.challenge.parameters.expiresAt = expiresAt - 3600
		expect(errorParts(await recover(write(late)))).toEqual(refused('timeout-or-duplicate'))
	})

	it('a proof of work cannot be had more cheaply', async () => {
		const { challenge, solution } = await solve(await ask())
		const foreign = await createTestApp({ CAPTCHA_PROVIDER: 'altcha' })
		const fromElsewhere = await solve(await ask(foreign))
		await foreign.close()
		const bent = (change: (proof: Proof) => void) => {
			const proof = structuredClone({ challenge, solution }) as Proof
			change(proof)
			return proof
		}
		const attempts: unknown[] = [
			fromElsewhere,
			bent(({ challenge: c }) => Object.assign(c.parameters, { keyPrefix: '00' })),
			bent(({ challenge: c }) => Object.assign(c.parameters, { cost: 1 })),
			bent(({ challenge: c }) => Object.assign(c.parameters, { data: { purpose: 'elsewhere' } })),
			bent(({ challenge: c }) => delete (c.parameters as { data?: unknown }).data),
			bent(({ challenge: c }) => delete (c as { signature?: unknown }).signature),
			bent((proof) => Object.assign(proof.solution as object, { derivedKey: '00'.repeat(32) })),
			bent((proof) => delete (proof.solution as { derivedKey?: unknown }).derivedKey),
			{ challenge: { ...challenge, signature: '00'.repeat(32) }, solution },
			{},
			[],
			null,
			'text',
		]
		for (const attempt of attempts)
			expect(errorParts(await recover(write(attempt)))).toEqual(refused('invalid-input-response'))
		for (const token of ['%%%', 'x'.repeat(5000)])
			expect(errorParts(await recover(token))).toEqual(refused('invalid-input-response'))
		expect((await recover(write({ challenge, solution }))).status).toBe(200)
	})

	it('a proof of work leaves nothing behind when it is refused', async () => {
		await asOwner(app.database, 'delete from auth.spent_captchas')
		await recover(write({ challenge: await ask(), solution: { counter: 1, derivedKey: '00' } }))
		expect(await asOwner(app.database, 'select 1 from auth.spent_captchas')).toEqual([])
	})

	it('a proof of work needs no external source, and /config.json names its endpoint', async () => {
		const config = await (await app.fetch(`${app.url}/config.json`)).json()
		expect(config).toMatchObject({
			captcha: { provider: 'altcha', challengeUrl: `${app.url}/auth/v1/captcha` },
		})
		const page = await app.fetch(`${app.url}/auth`)
		expect(page.headers.get('content-security-policy')).not.toContain('https://')
		const puzzle = await app.fetch(`${app.url}/auth/v1/captcha`)
		expect(puzzle.headers.get('cache-control')).toBe('no-store')
	})
})
