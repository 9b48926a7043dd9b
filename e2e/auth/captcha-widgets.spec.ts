import type { BrowserContext, Page } from '@playwright/test'
import { expect, test } from '#e2e/support/fixtures.ts'
import { mailTo } from '#e2e/support/mail.ts'
import { type CaptchaVerifier, startCaptchaVerifier } from '#test/fakes/captcha-verifier.ts'
import { type Server, startServer } from '#test/support/server-process.ts'

const person = { email: 'una@skerry.example', password: 'five days of paddling' }

/** Where each provider serves its script and the framed page, and the global that it defines. */
const providers = {
	turnstile: {
		script: 'https://challenges.cloudflare.com/turnstile/v0/api.js*',
		frame: 'https://challenges.cloudflare.com/cdn-cgi/challenge-platform/widget',
		size: 'flexible',
	},
	hcaptcha: {
		script: 'https://js.hcaptcha.com/1/api.js*',
		frame: 'https://newassets.hcaptcha.com/captcha/v1/static/hcaptcha.html',
		size: 'normal',
	},
}

/** Fakes a provider's site: a script, and a page of another origin with the checkbox. */
async function openProvider(
	context: BrowserContext,
	name: keyof typeof providers,
	verifier: CaptchaVerifier,
): Promise<void> {
	const { script, frame } = providers[name]
	await context.exposeFunction('solve', () => verifier.solve())
	await context.route(script, (route) => route.fulfill({ contentType: 'text/javascript', body: widget(name, frame) }))
	await context.route(`${frame}*`, (route) =>
		route.fulfill({
			contentType: 'text/html',
			body: `<!doctype html><html lang="en"><title>Check</title><button onclick="solve().then((token) => { parent.postMessage({ token }, '*'); document.querySelector('output').textContent = 'Solved' })">I am human</button><output></output><button onclick="parent.postMessage({ expired: true }, '*')">Wait too long</button></html>`,
		}),
	)
}

const widget = (name: string, frame: string) => `
window.${name} = {
	render(place, options) {
		const box = document.createElement('iframe')
		box.title = 'Check against robots'
		box.src = '${frame}?' + new URLSearchParams({ key: options.sitekey, size: options.size })
		box.width = 300
		box.height = 65
		addEventListener('message', (event) => {
			if (event.source !== box.contentWindow) return
			if (event.data.token) options.callback(event.data.token)
			if (event.data.expired) options['expired-callback']()
		})
		place.replaceChildren(box)
		return 'widget'
	},
	reset() {},
	remove() { document.querySelector('iframe[title="Check against robots"]')?.remove() },
}`

const box = (page: Page) =>
	page.frameLocator('iframe[title="Check against robots"]').getByRole('button', { name: 'I am human' })
const solved = (page: Page) => page.frameLocator('iframe[title="Check against robots"]').getByText('Solved')
const expire = (page: Page) =>
	page.frameLocator('iframe[title="Check against robots"]').getByRole('button', { name: 'Wait too long' })

for (const name of ['turnstile', 'hcaptcha'] as const)
	test.describe(name, () => {
		let verifier: CaptchaVerifier
		let server: Server
		test.beforeAll(async () => {
			verifier = await startCaptchaVerifier()
			server = await startServer({
				RATE_LIMITS: 'off',
				CAPTCHA_PROVIDER: name,
				CAPTCHA_SITE_KEY: 'the-site-key',
				CAPTCHA_SECRET: verifier.secret,
				CAPTCHA_VERIFY_URL: verifier.url,
			})
		})
		test.afterAll(async () => {
			await server.stop()
			await verifier.close()
		})

		test('a ticked box admits each kind of sign-in, each with a token of its own', async ({ page, context }) => {
			await openProvider(context, name, verifier)
			const blocked: string[] = []
			page.on('console', (line) => {
				if (/Content Security Policy/.test(line.text())) blocked.push(line.text())
			})
			await page.goto(`${server.url}/auth?mode=sign-up`)
			await page.getByLabel('E-mail').fill(person.email)
			await page.getByLabel('Username').fill('una')
			await page.getByLabel('Password', { exact: true }).fill(person.password)
			await page.getByRole('button', { name: 'Make an account' }).click()
			await box(page).click()
			await expect(page).toHaveURL(/\/dashboard\/new/)

			await page.evaluate(() => localStorage.clear())
			await page.goto(`${server.url}/auth?mode=sign-in`)
			const frame = page.locator('iframe[title="Check against robots"]')
			const { size } = providers[name]
			await expect(frame).toHaveAttribute('src', new RegExp(`key=the-site-key&size=${size}$`))
			await page.getByLabel('E-mail').fill(person.email)
			for (const password of ['not the password', person.password]) {
				await page.getByLabel('Password', { exact: true }).fill(password)
				await box(page).click()
				await page.getByRole('button', { name: 'Sign in', exact: true }).click()
				if (password !== person.password)
					await expect(page.getByText('E-mail and password do not match.')).toBeVisible()
			}
			await expect(page).toHaveURL(/\/dashboard\/new/)

			await page.evaluate(() => localStorage.clear())
			await page.goto(`${server.url}/auth?mode=sign-in`)
			await page.getByRole('button', { name: 'E-mail me a link' }).click()
			await expect(page.getByRole('heading', { name: 'A link by mail' })).toBeFocused()
			await page.getByLabel('E-mail').fill(person.email)
			await page.keyboard.press('Enter')
			await box(page).click()
			await expect(page.getByRole('heading', { name: 'Look in your mail' })).toBeVisible()
			const { code } = await mailTo(server, person.email, 'your Plaudit code')
			await page.getByLabel('Code from the mail').fill(code)
			await page.keyboard.press('Enter')
			await expect(page).toHaveURL(/\/dashboard\/new/)

			await page.evaluate(() => localStorage.clear())
			await page.goto(`${server.url}/auth?mode=sign-in`)
			await page.getByRole('button', { name: 'Forgotten it?' }).click()
			await expect(page.getByRole('heading', { name: 'Forgotten password' })).toBeFocused()
			await page.getByLabel('E-mail').fill(person.email)
			await box(page).click()
			await page.getByLabel('E-mail').press('Enter')
			await mailTo(server, person.email, 'new password')
			const tokens = verifier.asked.map(({ response }) => response)
			expect(tokens).toHaveLength(5)
			expect(new Set(tokens).size).toBe(5)
			expect(blocked).toEqual([])
		})

		test('an expired token is not sent, and the input waits for a new one', async ({ page, context }) => {
			await openProvider(context, name, verifier)
			await page.setViewportSize({ width: 320, height: 640 })
			await page.goto(`${server.url}/auth?mode=sign-in`)
			const frame = page.locator('iframe[title="Check against robots"]')
			await expect(frame).toHaveAttribute('src', /size=compact$/)
			await page.getByLabel('E-mail').fill('nobody@skerry.example')
			await page.getByLabel('Password', { exact: true }).fill('not the password')
			await box(page).click()
			// The token is announced before its expiry.
			await expect(solved(page)).toBeVisible()
			await expire(page).click()
			const before = verifier.asked.length
			await page.getByRole('button', { name: 'Sign in', exact: true }).click()
			await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toHaveAttribute('aria-busy', 'true')
			expect(verifier.asked).toHaveLength(before)
			await box(page).click()
			await expect(page.getByText('E-mail and password do not match.')).toBeVisible()
			await expect(page.getByLabel('E-mail')).toHaveValue('nobody@skerry.example')
			expect(verifier.asked).toHaveLength(before + 1)
		})
	})
