import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { chromium as engine, type Page } from '@playwright/test'
import { expect, test } from '#e2e/support/fixtures.ts'
import { openClient } from '#e2e/support/open-client.ts'
import { clientCredentials, type OpenIdProvider, startOpenIdProvider } from '#test/fakes/openid-provider.ts'
import { allowList, refusedForms, site } from '#test/support/auth/redirect-cases.ts'
import { chromium } from '#test/support/browser/chromium.ts'
import { type Server, startServer } from '#test/support/server-process.ts'

/** A real provider that accepts the callback of any installation on this machine. */
const startGoogle = () =>
	startOpenIdProvider(
		{},
		{
			extend(provider) {
				provider.Client.prototype.redirectUriAllowed = (uri: string) =>
					/^http:\/\/localhost:\d+\/auth\/v1\/callback$/.test(uri)
			},
		},
	)
const withGoogle = (google: OpenIdProvider) => ({
	GOOGLE_CLIENT_ID: clientCredentials.id,
	GOOGLE_CLIENT_SECRET: clientCredentials.secret,
	OAUTH_GOOGLE_ISSUER: google.issuer,
	RATE_LIMITS: 'off',
})
const storedSession = (page: Page) =>
	page.evaluate(() => Object.keys(localStorage).filter((key) => key.endsWith('-auth-token')).length)

test.describe('Google', () => {
	let google: OpenIdProvider
	let server: Server
	test.beforeAll(async () => {
		google = await startGoogle()
		server = await startServer({ ...withGoogle(google), MANUAL_LINKING: 'on' })
	})
	test.afterAll(async () => {
		await server.stop()
		await google.close()
	})

	test('a new person signs in with Google and stays signed in after a reload', { tag: '@each' }, async ({ page }) => {
		google.nextPerson = {
			sub: 'e-1',
			email: 'isla@skerry.example',
			email_verified: true,
			name: 'Isla',
		}
		await page.goto(`${server.url}/auth?mode=sign-in`)
		await page.getByRole('button', { name: 'Continue with Google' }).click()
		await expect(page).toHaveURL(/\/dashboard/)
		expect(page.url()).not.toContain('access_token')
		await page.reload()
		await expect(page).toHaveURL(/\/dashboard/)
		expect(await storedSession(page)).toBe(1)
	})

	test('a callback URL sent by an attacker signs nobody in', async ({ browser }) => {
		google.nextPerson = { sub: 'e-2', email: 'mallory@evil.example', email_verified: true }
		const attacker = await (await browser.newContext()).newPage()
		// The attacker stops before the callback and keeps its URL.
		const answer = await attacker.request.get(
			`${server.url}/auth/v1/authorize?provider=google&redirect_to=${server.url}/`,
			{ maxRedirects: 0 },
		)
		const back = await google.signIn(answer.headers().location ?? '')

		const victim = await (await browser.newContext()).newPage()
		await victim.goto(back)
		await victim.waitForLoadState('networkidle')
		expect(victim.url()).not.toContain('access_token')
		expect(await storedSession(victim)).toBe(0)
		await attacker.context().close()
		await victim.context().close()
	})

	test('a page of the site links Google to the signed-in account', async ({ page }) => {
		const client = await openClient(page, server.url, '', { detectSessionInUrl: false })
		const email = 'linker@skerry.example'
		await client.evaluate(
			(auth, address) => auth.auth.signUp({ email: address, password: 'five days of paddling' }),
			email,
		)
		google.nextPerson = { sub: 'e-3', email: 'other@elsewhere.example', email_verified: true }
		await client.evaluate((auth) =>
			auth.auth.linkIdentity({
				provider: 'google',
				options: { redirectTo: `${location.origin}/client` },
			}),
		)
		await page.waitForURL(/\/client#access_token=/)
		const back = await openClient(page, server.url, '', { detectSessionInUrl: false })
		const identities = await back.evaluate(async (auth) => (await auth.auth.getUserIdentities()).data?.identities)
		expect(identities?.map(({ provider }) => provider).sort()).toEqual(['email', 'google'])
	})

	test('two people signing in at once each get their own account', async ({ browser }) => {
		const people = ['one', 'two'].map((name) => ({
			sub: `e-${name}`,
			email: `${name}@skerry.example`,
			email_verified: true,
		}))
		const pages: Page[] = []
		for (const person of people) {
			google.nextPerson = person
			const page = await (await browser.newContext()).newPage()
			await page.goto(`${server.url}/auth?mode=sign-in`)
			await page.getByRole('button', { name: 'Continue with Google' }).click()
			await expect(page).toHaveURL(/\/dashboard/)
			pages.push(page)
		}
		for (const [index, page] of pages.entries()) {
			const email = await page.evaluate(() => {
				const key = Object.keys(localStorage).find((name) => name.endsWith('-auth-token')) ?? ''
				return JSON.parse(localStorage.getItem(key) ?? '{}').user?.email
			})
			expect(email).toBe(people[index]?.email)
			await page.context().close()
		}
	})
})

test('no form of a redirect target leads a browser to another origin', async () => {
	const port = await freePort()
	const server = await startServer({
		PORT: String(port),
		SITE_URL: site,
		REDIRECT_ALLOW_LIST: allowList.join(' '),
		RATE_LIMITS: 'off',
	})
	const home = `http://localhost:${port}`
	// Host names do not resolve: only the request's target counts.
	const browser = await engine.launch({
		...chromium,
		args: [...(chromium.args ?? []), '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1'],
	})
	try {
		const page = await browser.newPage()
		const forms = refusedForms.filter((text) => text.isWellFormed())
		const addressOf = (form: string) =>
			`${home}/auth/v1/verify?type=signup&token=none&redirect_to=${encodeURIComponent(form)}`
		// A frame per form, on a page of no origin: a frame follows redirects as a tab does.
		const went = new Map<string, string[]>()
		page.on('request', (request) => {
			let first = request
			for (let before = first.redirectedFrom(); before; before = before.redirectedFrom()) first = before
			went.set(first.url(), [...(went.get(first.url()) ?? []), request.url()])
		})
		await page.setContent(forms.map((form) => `<iframe src="${addressOf(form)}"></iframe>`).join(''))
		expect(went.size).toBe(new Set(forms).size)
		for (const form of forms) {
			const steps = went.get(new URL(addressOf(form)).href) ?? []
			const elsewhere = steps.filter((url) => !url.startsWith(`${home}/`) && !url.startsWith(`${site}/`))
			expect(elsewhere, form).toEqual([])
			expect(steps.length, form).toBeGreaterThanOrEqual(2)
		}
	} finally {
		await browser.close()
		await server.stop()
	}
})

/** A port that was free a moment ago. */
async function freePort(): Promise<number> {
	const probe = createServer()
	await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
	const { port } = probe.address() as AddressInfo
	await new Promise((resolve) => probe.close(resolve))
	return port
}
