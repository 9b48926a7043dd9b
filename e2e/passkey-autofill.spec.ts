import { type Server, startServer } from '#test/server.ts'
import { makeSpace } from '#test/space.ts'
import { expect, test } from './fixtures.ts'
import { addPasskey, plugIn, removePasskey, waysToSignIn } from './security-key.ts'
import { openSignedIn, signOut } from './signed-in.ts'

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
	await openSignedIn(page, server.url, space, 'account')
	await addPasskey(page, 'Workshop laptop')

	await signOut(page)
	const email = page.getByLabel('E-mail')
	await expect(email).toHaveAttribute('autocomplete', 'username webauthn')
	await email.focus()
	await expect(page).toHaveURL(/^[^?]*\/dashboard/)

	await page.goto(`${server.url}/dashboard/account`)
	await expect(waysToSignIn(page).getByText(/used today/i)).toBeVisible()
	await removePasskey(page, 'Workshop laptop')
	await signOut(page)
	await email.focus()
	await expect(page.getByRole('alert')).toContainText('This key is not known here')
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
