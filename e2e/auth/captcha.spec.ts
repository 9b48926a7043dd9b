import type { Page } from '@playwright/test'
import { expect, test } from '#e2e/support/fixtures.ts'
import { startCaptchaVerifier } from '#test/fakes/captcha-verifier.ts'
import { startServer } from '#test/support/server-process.ts'

const person = { email: 'una@skerry.example', password: 'five days of paddling' }

async function makeAccount(page: Page, url: string) {
	await page.goto(`${url}/auth?mode=sign-up`)
	await page.getByLabel('E-mail').fill(person.email)
	await page.getByLabel('Username').fill('una')
	await page.getByLabel('Password', { exact: true }).fill(person.password)
	await page.getByRole('button', { name: 'Make an account' }).click()
}

test('a proof of work runs in the background without a third party', async ({ page }) => {
	const server = await startServer({ RATE_LIMITS: 'off', CAPTCHA_PROVIDER: 'altcha' })
	try {
		const elsewhere: string[] = []
		page.on('request', (request) => {
			if (!request.url().startsWith(server.url)) elsewhere.push(request.url())
		})
		await makeAccount(page, server.url)
		await expect(page).toHaveURL(/\/dashboard\/new/)
		expect(elsewhere).toEqual([])
	} finally {
		await server.stop()
	}
})

test('Turnstile renders in a reserved place, its token is sent once, and a failure to load is explained', async ({
	page,
}) => {
	const verifier = await startCaptchaVerifier()
	const server = await startServer({
		RATE_LIMITS: 'off',
		CAPTCHA_PROVIDER: 'turnstile',
		CAPTCHA_SITE_KEY: 'the-site-key',
		CAPTCHA_SECRET: verifier.secret,
		CAPTCHA_VERIFY_URL: verifier.url,
	})
	try {
		await page.exposeFunction('solve', () => verifier.solve())
		await page.route('https://challenges.cloudflare.com/**', (route) =>
			route.fulfill({ contentType: 'text/javascript', body: widget }),
		)
		await makeAccount(page, server.url)
		// The request waits until the person ticks the box.
		await page.getByRole('button', { name: 'I am human, the-site-key, light' }).click()
		await expect(page).toHaveURL(/\/dashboard\/new/)

		await page.evaluate(() => localStorage.clear())
		await page.goto(`${server.url}/auth?mode=sign-in`)
		const box = page.getByRole('button', { name: /^I am human/ })
		await expect(box).toBeVisible()
		await page.getByLabel('E-mail').fill(person.email)
		for (const password of ['not the password', person.password]) {
			await page.getByLabel('Password', { exact: true }).fill(password)
			await box.click()
			await page.getByRole('button', { name: 'Sign in', exact: true }).click()
			if (password !== person.password) await expect(page.getByText('E-mail and password do not match.')).toBeVisible()
		}
		await expect(page).toHaveURL(/\/dashboard\/new/)
		const tokens = verifier.asked.map(({ response }) => response)
		expect(new Set(tokens).size).toBe(3)

		await page.evaluate(() => localStorage.clear())
		await page.unroute('https://challenges.cloudflare.com/**')
		await page.route('https://challenges.cloudflare.com/**', (route) => route.abort())
		await page.goto(`${server.url}/auth?mode=sign-in`)
		await expect(page.getByRole('alert')).toContainText('Allow challenges.cloudflare.com')
		await page.getByLabel('E-mail').fill(person.email)
		await page.getByLabel('Password', { exact: true }).fill(person.password)
		await page.keyboard.press('Enter')
		await expect(page.getByText('The check against robots did not pass.')).toBeVisible()
	} finally {
		await server.stop()
		await verifier.close()
	}
})

/** Turnstile's script, as far as a page can observe it. */
const widget = `window.turnstile = {
	render(place, options) {
		const box = document.createElement('button')
		box.type = 'button'
		box.textContent = ['I am human', options.sitekey, options.theme].join(', ')
		box.onclick = async () => options.callback(await window.solve())
		place.replaceChildren(box)
		return 'widget'
	},
	reset() {},
	remove() {},
}`
