import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '#test/app.ts'
import { askUntilRefused } from '#test/ask-until-refused.ts'
import { callAuth, refusal } from '#test/auth-wire.ts'

const burst = 30
const spent = [429, 'over_request_rate_limit', 'Request rate limit reached']
/**
 * Each has a budget of its own, which is granted one more in so many seconds: what one address spends at the first says
 * nothing at the next (auth.md 6.1).
 */
const cases: [method: string, path: string, body: unknown, period: number][] = [
	['POST', '/token?grant_type=refresh_token', { refresh_token: 'x' }, 2],
	['POST', '/verify', {}, 10],
	['POST', '/otp', {}, 10],
	['POST', '/magiclink', {}, 10],
	['POST', '/recover', {}, 10],
	['POST', '/resend', {}, 10],
	['POST', '/signup', { email: 'x' }, 10],
	['POST', '/signup', {}, 120],
	['PUT', '/user', {}, 10],
	['POST', '/sso', {}, 10],
	['POST', '/sso/saml/acs', {}, 20],
	['GET', '/authorize?provider=none', undefined, 10],
	['POST', '/passkeys/authentication/options', {}, 10],
	['POST', `/factors/${randomUUID()}/challenge`, {}, 4],
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

	it.each(cases)('are thirty in a row: %s %s %j', async (method, path, body, period) => {
		const asked = { bearer: token, ...(body === undefined ? {} : { body }) }
		const ask = () => callAuth(app, method, path, asked)
		const { refused } = await askUntilRefused(ask, { burst, period })
		expect(refusal(refused)).toEqual(spent)
		expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
	})

	it('may use up what wallets have, within what tokens have', async () => {
		const other = await createTestApp({ RATE_LIMITS: 'on', WEB3_ETHEREUM_ENABLED: 'on' })
		const body = { chain: 'ethereum' }
		const ask = () => callAuth(other, 'POST', '/token?grant_type=web3', { body })
		const { refused } = await askUntilRefused(ask, { burst, period: 10 })
		expect(refusal(refused)).toEqual(spent)
		await other.close()
	})
})
