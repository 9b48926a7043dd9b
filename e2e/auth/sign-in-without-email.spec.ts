import { expect, test } from '#e2e/support/fixtures.ts'
import { type Server, startServer } from '#test/support/server-process.ts'

const settings = { RATE_LIMITS: 'off', EMAIL_SIGNIN: 'off' }

test.describe('without sign-in by address', () => {
	let server: Server
	test.beforeAll(async () => {
		server = await startServer({
			...settings,
			SMS_TEST_OTP: '15550001111=123456',
			SAML_ENABLED: 'on',
			GOOGLE_CLIENT_ID: 'x',
			GOOGLE_CLIENT_SECRET: 'y',
		})
	})
	test.afterAll(() => server.stop())

	test('with sign-in by address disabled, only the other methods are shown', async ({ page }) => {
		for (const mode of ['', '?mode=sign-up', '?mode=forgotten', '?mode=link']) {
			await page.goto(`${server.url}/auth${mode}`)
			await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
			await expect(page.getByRole('button', { name: 'Continue with Google' })).toBeVisible()
			await expect(page.getByRole('button', { name: 'Single sign-on' })).toBeVisible()
			await expect(page.getByRole('textbox')).toHaveCount(0)
			await expect(page.getByText('E-mail', { exact: false })).toHaveCount(0)
		}
		await page.getByRole('button', { name: 'Code by phone' }).click()
		await page.getByLabel('Phone number').fill('+15550001111')
		await page.keyboard.press('Enter')
		await expect(page.getByRole('heading', { name: 'Look at your phone' })).toBeVisible()
	})

	test('with sign-in by address disabled, every page’s configuration says so', async ({ request }) => {
		const config = await (await request.get(`${server.url}/config.json`)).json()
		expect(config.email).toBe(false)
	})
})
