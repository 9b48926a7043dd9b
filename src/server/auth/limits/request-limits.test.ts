import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '#test/app.ts'
import { callAuth, refusal, type WireAnswer } from '#test/auth-wire.ts'

const burst = 30
const spent = [429, 'over_request_rate_limit', 'Request rate limit reached']
/** Each has a budget of its own: what one address spends at the first says nothing at the next (auth.md 6.1). */
const cases: [method: string, path: string, body?: unknown][] = [
	['POST', '/token?grant_type=refresh_token', { refresh_token: 'x' }],
	['POST', '/verify', {}],
	['POST', '/otp', {}],
	['POST', '/magiclink', {}],
	['POST', '/recover', {}],
	['POST', '/resend', {}],
	['POST', '/signup', { email: 'x' }],
	['POST', '/signup', {}],
	['PUT', '/user', {}],
	['POST', '/sso', {}],
	['POST', '/sso/saml/acs', {}],
	['GET', '/authorize?provider=none'],
	['POST', '/passkeys/authentication/options', {}],
	['POST', `/factors/${randomUUID()}/challenge`, {}],
]

describe('requests from one address of the network', () => {
	let app: TestApp
	let token: string
	beforeAll(async () => {
		app = await createTestApp({
			RATE_LIMITS: 'on',
			ANONYMOUS_SIGNIN: 'on',
			SAML_ENABLED: 'on',
			WEB3_ETHEREUM_ENABLED: 'on',
		})
		// What is counted here is spent by nobody else: the person comes by a node that counts nothing.
		const keys = { DATA_DIR: app.deps.config.DATA_DIR }
		const lenient = await createTestApp(keys, app.database)
		token = (await lenient.person()).token
		await lenient.close()
	})
	afterAll(() => app.close())

	async function spend(method: string, path: string, body?: unknown): Promise<WireAnswer[]> {
		const answers: WireAnswer[] = []
		for (let i = 0; i <= burst; i++)
			answers.push(
				await callAuth(app, method, path, {
					bearer: token,
					...(body === undefined ? {} : { body }),
				}),
			)
		return answers
	}

	it.each(cases)('are thirty in a row: %s %s %j', async (method, path, body) => {
		const answers = await spend(method, path, body)
		const last = answers.at(-1) as WireAnswer
		const limited = answers.filter(({ status }) => status === 429)
		expect(refusal(last)).toEqual(spent)
		expect(limited).toHaveLength(1)
		expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(0)
	})

	it('may use up what wallets have, within what tokens have', async () => {
		const other = await createTestApp({ RATE_LIMITS: 'on', WEB3_ETHEREUM_ENABLED: 'on' })
		const answers = []
		for (let i = 0; i <= burst; i++)
			answers.push(
				await callAuth(other, 'POST', '/token?grant_type=web3', { body: { chain: 'ethereum' } }),
			)
		expect(refusal(answers.at(-1) as WireAnswer)).toEqual(spent)
		await other.close()
	})
})
