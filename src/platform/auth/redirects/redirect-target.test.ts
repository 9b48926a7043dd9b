import { describe, expect, it } from 'vitest'
import { clientCredentials, startOpenIdProvider } from '#test/fakes/openid-provider.ts'
import { callAuth } from '#test/support/auth/auth-requests.ts'
import { allowedForms, allowList, refusedForms, site } from '#test/support/auth/redirect-cases.ts'
import { createTestApp } from '#test/support/test-app.ts'
import { asOwner } from '#test/support/test-database.ts'
import { createRedirectTargets } from './redirect-target.ts'

describe('redirect targets', () => {
	const { isAllowed } = createRedirectTargets(site, allowList)

	it('redirect targets are tested with many forms', () => {
		expect(new Set(refusedForms).size).toBe(refusedForms.length)
		expect(refusedForms.length).toBeGreaterThanOrEqual(200)
	})
	it.each(allowedForms)('the redirect target %j is allowed', (target) => expect(isAllowed(target)).toBe(true))
	it.each(refusedForms)('the redirect target %j is refused', (target) => expect(isAllowed(target)).toBe(false))

	it('redirect targets may use any port of a loopback site, and the site itself', () => {
		const local = createRedirectTargets('http://localhost:3000', [])
		expect(local.isAllowed('http://localhost:5173/auth')).toBe(true)
		expect(local.isAllowed('https://localhost:5173/auth')).toBe(false)
		const inHouse = createRedirectTargets('http://192.168.1.5:3000', [])
		expect(inHouse.isAllowed('http://192.168.1.5:3000/auth')).toBe(true)
		expect(inHouse.isAllowed('http://192.168.1.6:3000/auth')).toBe(false)
		expect(inHouse.isAllowed('http://192.168.1.5:4000/auth')).toBe(false)
	})
})

describe('redirects of flows', () => {
	it('every flow redirects to an allowed target or to the site', async () => {
		const google = await startOpenIdProvider()
		const app = await createTestApp({
			SITE_URL: site,
			REDIRECT_ALLOW_LIST: allowList.join(' '),
			GOOGLE_CLIENT_ID: clientCredentials.id,
			GOOGLE_CLIENT_SECRET: clientCredentials.secret,
			OAUTH_GOOGLE_ISSUER: google.issuer,
		})
		const open = (path: string, headers: Record<string, string> = {}) =>
			callAuth(app, 'GET', path, { headers: { apikey: '', ...headers } })
		const verify = '/verify?type=signup&token=none'
		const location = async (path: string, headers?: Record<string, string>) =>
			(await open(path, headers)).headers.get('location') ?? ''

		for (const target of refusedForms.filter((form) => form.isWellFormed())) {
			const query = `&redirect_to=${encodeURIComponent(target)}`
			expect(await location(verify + query)).toMatch(/^https:\/\/praise\.example\/?#error=/)
		}
		for (const target of allowedForms) {
			const query = `&redirect_to=${encodeURIComponent(target)}`
			const [whole = ''] = target.split('#')
			const [given] = (await location(verify + query)).split('#')
			expect(given).toBe(URL.canParse(whole) ? new URL(whole).href : whole)
		}

		const bad = `https://evil.test/`
		const good = 'https://exact.example/back'
		const sources: [path: string, headers: Record<string, string>, target: string][] = [
			[verify, {}, `${site}/`],
			[`${verify}&redirect_to=${good}`, {}, good],
			[`${verify}&redirect_to=${bad}`, { referer: good }, good],
			[`${verify}&redirect_to=${bad}`, { redirect_to: good }, good],
			[`${verify}&redirect_to=${good}`, { redirect_to: `${site}/first` }, `${site}/first`],
			[`${verify}&redirect_to=${good}`, { referer: `${site}/last` }, good],
			[`${verify}&redirect_to=${good}&redirect_to=${bad}`, {}, good],
			[`${verify}&redirect_to=${bad}&redirect_to=${good}`, {}, `${site}/`],
			[verify, { referer: bad, redirect_to: bad, 'x-forwarded-host': 'evil.test' }, `${site}/`],
			[verify, { 'x-forwarded-host': 'evil.test', host: 'evil.test' }, `${site}/`],
		]
		for (const [path, headers, target] of sources) expect((await location(path, headers)).split('#')[0]).toBe(target)

		// A flow stores its redirect target; the callback URL comes from the settings alone.
		const page = new URL(
			await location(`/authorize?provider=google&redirect_to=${bad}`, {
				'x-forwarded-host': 'evil.test',
				'x-forwarded-proto': 'http',
			}),
		)
		expect(page.searchParams.get('redirect_uri')).toBe(`${site}/auth/v1/callback`)
		const rows = await asOwner<{ redirect_to: string }>(
			app.database,
			'select redirect_to from auth.flow_state where id = $1',
			[page.searchParams.get('state')],
		)
		expect(rows).toEqual([{ redirect_to: site }])
		await app.close()
		await google.close()
	})
})
