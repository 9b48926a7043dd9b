import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callAuth, errorParts } from '#test/support/auth/auth-requests.ts'
import { exhaustRateLimit } from '#test/support/http/exhaust-rate-limit.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

const burst = 30
const spent = [429, 'over_request_rate_limit', 'Request rate limit reached']
/**
 * Endpoints with a rate limit of their own, and the seconds after which each grants one more: requests to one do not
 * count for another.
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

describe('requests from one network', () => {
	let app: TestApp
	let token: string
	beforeAll(async () => {
		app = await createTestApp({
			RATE_LIMITS: 'on',
			ANONYMOUS_SIGNIN: 'on',
			SAML_ENABLED: 'on',
			WEB3_SOLANA_ENABLED: 'on',
		})
		// The user is created on a node without rate limits, so that only the requests below count.
		const keys = { DATA_DIR: app.deps.config.DATA_DIR }
		const lenient = await createTestApp(keys, app.database)
		token = (await lenient.person()).token
		await lenient.close()
	})
	afterAll(() => app.close())

	it.each(cases)('requests from one network are thirty in a row: %s %s %j', async (method, path, body, period) => {
		const asked = { bearer: token, ...(body === undefined ? {} : { body }) }
		const ask = () => callAuth(app, method, path, asked)
		const { refused } = await exhaustRateLimit(ask, { burst, period })
		expect(errorParts(refused)).toEqual(spent)
		expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
	})

	it('requests from one IPv6 site are four times those of one of its networks', async () => {
		const proxied = await createTestApp({ RATE_LIMITS: 'on', TRUSTED_PROXIES: '127.0.0.1' })
		const body = { refresh_token: 'x' }
		const signIn = (i: number, site = '2001:db8:1') => {
			const headers = { 'x-forwarded-for': `${site}:${i.toString(16)}::1` }
			return callAuth(proxied, 'POST', '/token?grant_type=refresh_token', { body, headers })
		}
		const { refused } = await exhaustRateLimit((i) => signIn(i), { burst: 120, period: 0.5 })
		expect(errorParts(refused)).toEqual(spent)
		expect((await signIn(0, '2001:db8:2')).status).not.toBe(429)
		await proxied.close()
	})

	it('requests from one network may use up what wallets have, within what tokens have', async () => {
		const other = await createTestApp({ RATE_LIMITS: 'on', WEB3_SOLANA_ENABLED: 'on' })
		const body = { chain: 'solana' }
		const ask = () => callAuth(other, 'POST', '/token?grant_type=web3', { body })
		const { refused } = await exhaustRateLimit(ask, { burst, period: 10 })
		expect(errorParts(refused)).toEqual(spent)
		await other.close()
	})
})
