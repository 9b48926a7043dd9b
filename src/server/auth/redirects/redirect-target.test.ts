import { describe, expect, it } from 'vitest'
import { createTestApp } from '#test/app.ts'
import { callAuth } from '#test/auth-wire.ts'
import { asOwner } from '#test/database.ts'
import { client, startIdentityProvider } from '#test/identity-provider.ts'
import { allowedForms, allowList, refusedForms, site } from '#test/redirect-forms.ts'
import { createRedirectTargets } from './redirect-target.ts'

describe('where a sign-in may return to', () => {
	const { isAllowed } = createRedirectTargets(site, allowList)

	it('is tried with many forms', () => {
		expect(new Set(refusedForms).size).toBe(refusedForms.length)
		expect(refusedForms.length).toBeGreaterThanOrEqual(200)
	})
	it.each(allowedForms)('allows %j', (target) => expect(isAllowed(target)).toBe(true))
	it.each(refusedForms)('refuses %j', (target) => expect(isAllowed(target)).toBe(false))

	it('takes any port of a site on this machine, and the site itself whatever its address', () => {
		const local = createRedirectTargets('http://localhost:3000', [])
		expect(local.isAllowed('http://localhost:5173/auth')).toBe(true)
		expect(local.isAllowed('https://localhost:5173/auth')).toBe(false)
		const inHouse = createRedirectTargets('http://192.168.1.5:3000', [])
		expect(inHouse.isAllowed('http://192.168.1.5:3000/auth')).toBe(true)
		expect(inHouse.isAllowed('http://192.168.1.6:3000/auth')).toBe(false)
		expect(inHouse.isAllowed('http://192.168.1.5:4000/auth')).toBe(false)
	})
})

describe('where a request is really sent to', () => {
	it('is an allowed target, or the site, on every road', async () => {
		const google = await startIdentityProvider()
		const app = await createTestApp({
			SITE_URL: site,
			REDIRECT_ALLOW_LIST: allowList.join(' '),
			GOOGLE_CLIENT_ID: client.id,
			GOOGLE_CLIENT_SECRET: client.secret,
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
		for (const [path, headers, target] of sources)
			expect((await location(path, headers)).split('#')[0]).toBe(target)

		// A visit remembers where to return to, and its own callback comes from the settings alone.
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
