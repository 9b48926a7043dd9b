import type { Page } from '@playwright/test'
import { expectAccessible } from '#e2e/support/expect-accessible.ts'
import { expect, test } from '#e2e/support/fixtures.ts'
import { openSolanaWallet } from '#test/fakes/solana-wallet.ts'
import { makeSpace, type TestSpace } from '#test/support/product/make-space.ts'
import { type Server, startServer } from '#test/support/server-process.ts'

const number = '+15550001111'
const texted = '123456'

async function typePassword(page: Page, { email, password }: TestSpace) {
	await page.getByLabel('E-mail').fill(email)
	await page.getByLabel('Password', { exact: true }).fill(password)
	await page.keyboard.press('Enter')
}

test.describe('with phones and wallets', () => {
	let server: Server
	test.beforeAll(async () => {
		server = await startServer({
			RATE_LIMITS: 'off',
			SMS_TEST_OTP: `${number.slice(1)}=${texted},15550002222=${texted}`,
			MFA_PHONE_ENABLED: 'on',
			WEB3_SOLANA_ENABLED: 'on',
		})
	})
	test.afterAll(() => server.stop())

	test('an account gets a phone number; a code sent to it survives a reload and signs in', async ({ page }) => {
		const space = await makeSpace(server.url)
		await page.goto(`${server.url}/auth?redirect=/dashboard/account`)
		await typePassword(page, space)
		const own = page.getByRole('region', { name: 'Phone', exact: true })
		await own.getByLabel('Phone number').fill(number)
		await own.getByRole('button', { name: 'Text me a code' }).click()
		await expect(own.getByLabel('Code from the message')).toBeVisible()
		await page.reload()
		await own.getByLabel('Code from the message').fill(texted)
		await own.getByRole('button', { name: 'Use this number' }).click()
		await expect(own.getByLabel('Code from the message')).toBeHidden()
		await expect(own.getByLabel('Phone number')).toHaveValue(number)
		await page.getByRole('button', { name: /^Sign out Chrome/ }).click()
		await page.waitForURL('**/auth?*')
		await page.getByRole('button', { name: 'Code by phone' }).click()
		await page.getByLabel('Phone number').fill('0555 000 1111')
		await page.keyboard.press('Enter')
		await expect(page.getByText('Begin with + and the country')).toBeVisible()
		await page.getByLabel('Phone number').fill('+1 (555) 000-1111')
		await page.keyboard.press('Enter')
		await expect(page.getByRole('heading', { name: 'Look at your phone' })).toBeVisible()
		await expectAccessible(page, 'code by phone')
		await page.reload()
		await page.getByLabel('Code from the message').fill('000000')
		await page.keyboard.press('Enter')
		await expect(page.getByText('This link or code has expired or was used.')).toBeVisible()
		await page.getByLabel('Code from the message').fill(texted)
		await page.keyboard.press('Enter')
		await expect(own).toBeVisible()
	})

	test('a phone is a second factor', async ({ page }) => {
		const space = await makeSpace(server.url)
		await page.goto(`${server.url}/auth?redirect=/dashboard/account`)
		await typePassword(page, space)
		const factors = page.getByRole('region', { name: 'Second factor' })
		await factors.getByRole('button', { name: 'Add a phone' }).click()
		await factors.getByLabel('Phone number').fill('+1 555 000 2222')
		await factors.getByRole('button', { name: 'Text me a code' }).click()
		await factors.getByLabel('Code from the message').fill(texted)
		await expectAccessible(page, 'adding a phone')
		await factors.getByRole('button', { name: 'Add the phone' }).click()
		await expect(factors.getByText('Phone 22')).toBeVisible()

		await page.getByRole('button', { name: /^Sign out Chrome/ }).click()
		await page.waitForURL('**/auth?*')
		await typePassword(page, space)
		await page.getByRole('button', { name: 'Text me the code' }).click()
		await expect(page.getByLabel('Code from the message')).toBeVisible()
		await page.reload()
		await page.getByLabel('Code from the message').fill(texted)
		await page.keyboard.press('Enter')
		await expect(page.getByText('with second factor')).toBeVisible()
	})

	test('a Solana wallet signs in, and its refusal is shown', async ({ page }) => {
		const wallet = openSolanaWallet()
		let refuses = true
		await page.exposeFunction('signInWithWallet', async (input: Record<string, unknown>) => {
			if (refuses) return null
			const { signedMessage, signature } = await wallet.signIn(input)
			return { signedMessage: [...signedMessage], signature: [...signature] }
		})
		await page.addInitScript(() => {
			type Signed = { signedMessage: number[]; signature: number[] } | null
			const ask = window as unknown as { signInWithWallet(input: object): Promise<Signed> }
			const solana = {
				async signIn(input: object) {
					const signed = await ask.signInWithWallet(input)
					if (!signed) throw new Error('User rejected the request.')
					return {
						signedMessage: new Uint8Array(signed.signedMessage),
						signature: new Uint8Array(signed.signature),
					}
				},
			}
			Object.assign(window, { solana })
		})
		await page.goto(`${server.url}/auth?mode=sign-in`)
		await page.getByRole('button', { name: 'Solana wallet' }).click()
		await expect(page.getByRole('alert')).toHaveText('The wallet did not sign. Nothing has changed.')
		refuses = false
		await page.getByRole('button', { name: 'Solana wallet' }).click()
		await expect(page).toHaveURL(/\/dashboard\/new/)
	})
})
