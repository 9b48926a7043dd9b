import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { test as base, expect } from '#e2e/support/fixtures.ts'
import { flowWidths } from '#e2e/support/flow-widths.ts'
import { openSignedIn } from '#e2e/support/session.ts'
import { clientCredentials, type OpenIdProvider, startOpenIdProvider } from '#test/fakes/openid-provider.ts'
import { type Server, startServer } from '#test/support/server-process.ts'

type WorkerFixtures = { google: OpenIdProvider; server: Server }

/** A server with sign-in by a real provider, which is called Google. */
const test = base.extend<object, WorkerFixtures>({
	google: [
		// biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures it needs from this pattern.
		async ({}, use) => {
			const google = await startOpenIdProvider(
				{},
				{
					extend(provider) {
						provider.Client.prototype.redirectUriAllowed = (uri: string) =>
							/^http:\/\/localhost:\d+\/auth\/v1\/callback$/.test(uri)
					},
				},
			)
			await use(google)
			await google.close()
		},
		{ scope: 'worker' },
	],
	server: [
		async ({ google }, use) => {
			const server = await startServer({
				RATE_LIMITS: 'off',
				GOOGLE_CLIENT_ID: clientCredentials.id,
				GOOGLE_CLIENT_SECRET: clientCredentials.secret,
				OAUTH_GOOGLE_ISSUER: google.issuer,
			})
			await use(server)
			await server.stop()
		},
		{ scope: 'worker' },
	],
})

const words = 'Six weeks later I have four bowls we eat from every day.'
const maria = { sub: 'a-1', name: 'Maria Silva', email: 'maria@skerry.example', email_verified: true }
const drawing = () =>
	sharp({ create: { width: 40, height: 40, channels: 3, background: '#1f6b4a' } })
		.png()
		.toBuffer()

async function fill(page: Page) {
	await page.locator('#avatar').setInputFiles({ name: 'bowl.png', mimeType: 'image/png', buffer: await drawing() })
	// A file is stored a quarter of a second after it was chosen.
	await expect(page.getByText('Draft kept on this device')).toBeVisible()
	await page.getByRole('radio', { name: '4 stars' }).check()
	await page.getByRole('textbox', { name: 'Your words' }).fill(words)
	await page.getByLabel('Company').fill('Skerry Kayaks')
	await page.getByRole('checkbox').check()
	await expect(page.getByText('Draft kept on this device')).toBeVisible()
}

async function expectFilled(page: Page) {
	await expect(page.getByRole('textbox', { name: 'Your words' })).toHaveValue(words)
	await expect(page.getByRole('radio', { name: '4 stars' })).toBeChecked()
	await expect(page.locator('#avatar')).toHaveValue(/bowl\.png$/)
	await expect(page.getByLabel('Company')).toHaveValue('Skerry Kayaks')
	await expect(page.getByRole('checkbox')).toBeChecked()
}

const signIn = (page: Page) => page.getByRole('button', { name: 'Continue with Google' }).click()

for (const width of flowWidths(360))
	test(`a visitor shows who they are with Google, and every page says so, ${width} px`, async ({
		browser,
		google,
		server,
		space,
	}) => {
		const context = await browser.newContext({ viewport: { width, height: 740 } })
		const page = await context.newPage()
		await page.goto(`${server.url}/collect/${space.slug}`)
		await expect(page.getByText('Show that it is really you')).toBeVisible()
		expect(await context.cookies()).toEqual([])
		await fill(page)
		google.nextPerson = maria
		await signIn(page)
		await expect(page.getByText('Signed in with Google as Maria Silva')).toBeVisible()
		await expect(page.getByText('Signed in with Google as Maria Silva')).toBeInViewport()
		await expectFilled(page)
		await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Maria Silva')
		await expect(page.getByLabel('E-mail')).toHaveValue('maria@skerry.example')
		expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
		await page.reload()
		await expect(page.getByText('Signed in with Google as Maria Silva')).toBeVisible()
		await expectFilled(page)
		await page.getByLabel('Name', { exact: true }).fill('Maria S.')
		await page.getByRole('button', { name: 'Send' }).click()
		await expect(page.getByRole('heading', { name: /^Thank you, Maria/ })).toBeVisible()

		const { data } = await space.client
			.from('testimonials')
			.select('author_name, verifications(basis, evidence, provider)')
			.throwOnError()
		expect(data).toEqual([
			{
				author_name: 'Maria S.',
				verifications: [{ basis: 'provider', evidence: 'Maria Silva, m…@skerry.example', provider: 'Google' }],
			},
		])
		await page.getByRole('link', { name: 'Open my page' }).click()
		await expect(page.locator('#verified').getByText('Signed in with Google')).toBeVisible()
		await space.client.from('testimonials').update({ status: 'approved' }).eq('status', 'pending').throwOnError()
		await page.goto(`${server.url}/w/${space.slug}`)
		await expect(page.locator('.basis').getByText('Signed in with Google')).toBeVisible()
		await expect(page.getByRole('term').getByText('Signed in with Google')).toBeVisible()
		await openSignedIn(page, server.url, space, 'inbox?view=approved')
		await page.getByText('Maria S.').first().click()
		await expect(page.getByText('Signed in with Google when sending this.')).toBeVisible()
		await expect(page.getByText('Account: Maria Silva, m…@skerry.example')).toBeVisible()
		await openSignedIn(page, server.url, space, 'space/verification')
		await expect(page.getByRole('region', { name: 'Accounts elsewhere' }).getByText('Google')).toBeVisible()
		await context.close()
	})

test('what a visitor typed survives when they cancel at the provider, and name and address typed are kept', async ({
	phone,
	google,
	server,
	space,
}) => {
	await phone.goto(`${server.url}/collect/${space.slug}`)
	await fill(phone)
	await phone.getByLabel('Name', { exact: true }).fill('Typed Name')
	await phone.getByLabel('E-mail').fill('typed@skerry.example')
	await phone.route(`${google.issuer}/**`, async (route) => {
		const url = new URL(route.request().url())
		const back = `${url.searchParams.get('redirect_uri')}?error=access_denied&state=${url.searchParams.get('state')}`
		await route.fulfill({ status: 302, headers: { location: back } })
	})
	await signIn(phone)
	await expect(phone.getByText('You did not sign in.')).toBeVisible()
	await expectFilled(phone)
	await phone.unroute(`${google.issuer}/**`)
	// Leaving the provider by the browser's own button is a cancellation, too.
	await phone.route(`${google.issuer}/**`, (route) =>
		route.fulfill({ contentType: 'text/html', body: 'Choose an account' }),
	)
	await signIn(phone)
	await expect(phone.getByText('Choose an account')).toBeVisible()
	await phone.goBack()
	await expectFilled(phone)
	await phone.unroute(`${google.issuer}/**`)
	google.nextPerson = { ...maria, sub: 'a-2' }
	await signIn(phone)
	await expect(phone.getByText('Signed in with Google as Maria Silva')).toBeVisible()
	await expectFilled(phone)
	await expect(phone.getByLabel('Name', { exact: true })).toHaveValue('Typed Name')
	await expect(phone.getByLabel('E-mail')).toHaveValue('typed@skerry.example')
})

test('an account is removed by its link, a second tab has its own, and a used one says so', async ({
	phone,
	google,
	server,
	space,
}) => {
	await phone.goto(`${server.url}/collect/${space.slug}`)
	await fill(phone)
	google.nextPerson = { ...maria, sub: 'a-3' }
	await signIn(phone)
	const remove = phone.getByRole('link', { name: 'Remove' })
	expect((await remove.boundingBox())?.height).toBeGreaterThanOrEqual(44)
	const address = phone.url()
	const tab = await phone.context().newPage()
	await tab.goto(address)
	await expect(tab.getByText('Signed in with Google as Maria Silva')).toBeVisible()
	await remove.click()
	await expect(phone.getByText('Show that it is really you')).toBeVisible()
	await expect(phone.getByText('as Maria Silva')).toBeHidden()
	await expectFilled(phone)
	await expect(phone.getByLabel('Name', { exact: true })).toHaveValue('')
	await tab.getByRole('button', { name: 'Send' }).click()
	await expect(tab.getByRole('heading', { name: /^Thank you, Maria/ })).toBeVisible()
	await phone.goto(address)
	await expect(phone.getByText('This sign-in was used for other words already.')).toBeVisible()
})

test('the address of a visitor who signed in shows nothing of them in another browser', async ({
	phone,
	browser,
	google,
	server,
	space,
}) => {
	await phone.goto(`${server.url}/collect/${space.slug}`)
	google.nextPerson = { ...maria, sub: 'a-4' }
	await signIn(phone)
	await expect(phone.getByText('as Maria Silva')).toBeVisible()
	const victim = await (await browser.newContext()).newPage()
	await victim.goto(phone.url())
	await expect(victim.getByText('This sign-in is not valid here.')).toBeVisible()
	await expect(victim.getByText('Maria')).toBeHidden()
	await expect(victim.getByLabel('E-mail')).toHaveValue('')
	await victim.context().close()
})

test('without JavaScript nothing offers to leave the form, so that nothing typed is lost', async ({
	browser,
	server,
	space,
}) => {
	const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 360, height: 740 } })
	const page = await context.newPage()
	await page.goto(`${server.url}/collect/${space.slug}`)
	await expect(page.getByLabel('E-mail')).toBeVisible()
	await expect(page.getByText('Show that it is really you')).toBeHidden()
	await expect(page.getByRole('button', { name: 'Continue with Google' })).toBeHidden()
	await context.close()
})
