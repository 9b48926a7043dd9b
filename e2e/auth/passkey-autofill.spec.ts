import { expect, test } from '#e2e/support/fixtures.ts'
import { byPassword, openSignedIn, signOut } from '#e2e/support/session.ts'
import {
	addPasskey,
	addVirtualAuthenticator,
	identitiesRegion,
	removePasskey,
} from '#e2e/support/virtual-authenticator.ts'
import { makeSpace } from '#test/support/product/make-space.ts'
import { type Server, startServer } from '#test/support/server-process.ts'

let server: Server
test.beforeAll(async () => {
	server = await startServer({ RATE_LIMITS: 'off', PASSKEYS_ENABLED: 'on' })
})
test.afterAll(() => server.stop())

test('a passkey suggested in the address field signs in without a button', async ({ page }) => {
	const space = await makeSpace(server.url)
	await addVirtualAuthenticator(page, 'internal')
	await openSignedIn(page, server.url, byPassword(space), 'account')
	await addPasskey(page, 'Workshop laptop')

	await signOut(page)
	const email = page.getByLabel('E-mail')
	await expect(email).toHaveAttribute('autocomplete', 'username webauthn')
	await email.focus()
	await expect(page).toHaveURL(/^[^?]*\/dashboard/)

	await page.goto(`${server.url}/dashboard/account`)
	await expect(identitiesRegion(page).getByText(/used just now/i)).toBeVisible()
	await removePasskey(page, 'Workshop laptop')
	await signOut(page)
	await email.focus()
	await expect(page.getByRole('alert')).toContainText('This key is not known here')
})

test('a password signs in where no passkey can be suggested', async ({ page }) => {
	const space = await makeSpace(server.url)
	await addVirtualAuthenticator(page, 'internal')
	const offered = page.waitForResponse('**/auth/v1/passkeys/authentication/options')
	await page.goto(`${server.url}/auth?mode=sign-in`)
	await page.getByLabel('E-mail').focus()
	await offered
	await page.getByLabel('E-mail').fill(space.email)
	await page.getByLabel('Password', { exact: true }).fill(space.password)
	await page.keyboard.press('Enter')
	await expect(page).toHaveURL(/\/dashboard\/overview/)
})
