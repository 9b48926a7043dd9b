import { type Server, startServer } from '#test/server.ts'
import { makeSpace } from '#test/space.ts'
import { expect, test } from './fixtures.ts'
import { plugIn } from './security-key.ts'
import { signIn } from './signed-in.ts'

let server: Server
test.beforeAll(async () => {
	server = await startServer({ RATE_LIMITS: 'off', PASSKEYS_ENABLED: 'on' })
})
test.afterAll(() => server.stop())

test('a passkey that the browser offers in the field signs in, without a button', async ({
	page,
}) => {
	const space = await makeSpace(server.url)
	await plugIn(page, 'internal')
	await signIn(page, server.url, space)
	await page.goto(`${server.url}/dashboard/account`)
	const ways = page.getByRole('region', { name: 'Ways to sign in' })
	await ways.getByRole('button', { name: 'Add a passkey' }).click()
	await ways.getByLabel('A name for the passkey').fill('Workshop laptop')
	await ways.getByRole('button', { name: 'Continue in the browser’s window' }).click()
	await expect(ways.getByText('Workshop laptop')).toBeVisible()

	await page.getByRole('button', { name: /^Account of/ }).click()
	await page.getByRole('menuitem', { name: 'Sign out' }).click()
	await page.waitForURL('**/auth?*')
	const email = page.getByLabel('E-mail')
	await expect(email).toHaveAttribute('autocomplete', 'username webauthn')
	await email.focus()
	await expect(page).toHaveURL(/^[^?]*\/dashboard/)

	await page.goto(`${server.url}/dashboard/account`)
	await expect(ways.getByText(/used today/i)).toBeVisible()
	await ways
		.getByRole('listitem')
		.filter({ hasText: 'Workshop laptop' })
		.getByRole('button')
		.click()
	await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
	await expect(ways.getByText('Workshop laptop')).toBeHidden()
	await page.getByRole('button', { name: /^Account of/ }).click()
	await page.getByRole('menuitem', { name: 'Sign out' }).click()
	await page.waitForURL('**/auth?*')
	await email.focus()
	await expect(page.getByRole('alert')).toContainText('This passkey does not belong to an account')
})

test('while the browser has a passkey to offer nowhere, a password signs in as ever', async ({
	page,
}) => {
	const space = await makeSpace(server.url)
	await plugIn(page, 'internal')
	const offered = page.waitForResponse('**/auth/v1/passkeys/authentication/options')
	await page.goto(`${server.url}/auth`)
	await page.getByLabel('E-mail').focus()
	await offered
	await page.getByLabel('E-mail').fill(space.email)
	await page.getByLabel('Password', { exact: true }).fill(space.password)
	await page.keyboard.press('Enter')
	await expect(page).toHaveURL(/\/dashboard\/inbox/)
})
