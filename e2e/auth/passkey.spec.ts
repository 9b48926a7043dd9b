import { expectAccessible } from '#e2e/support/expect-accessible.ts'
import { expect, test } from '#e2e/support/fixtures.ts'
import { holdResponse } from '#e2e/support/hold-response.ts'
import { byPassword, openSignedIn, signOut } from '#e2e/support/session.ts'
import { addPasskey, addVirtualAuthenticator, removePasskey } from '#e2e/support/virtual-authenticator.ts'
import { makeSpace } from '#test/support/product/make-space.ts'
import { type Server, startServer } from '#test/support/server-process.ts'

let server: Server
test.beforeAll(async () => {
	server = await startServer({ RATE_LIMITS: 'off', MFA_WEBAUTHN_ENABLED: 'on' })
})
test.afterAll(() => server.stop())

test('a passkey is added with a name, signs in without typing, and is removed', { tag: '@each' }, async ({ page }) => {
	const space = await makeSpace(server.url)
	await addVirtualAuthenticator(page, 'internal')
	await openSignedIn(page, server.url, byPassword(space), 'account')
	await addPasskey(page, 'Workshop laptop')
	// A toast, or the header over a page that is scrolled, covers parts of buttons.
	await expect(page.locator('[data-sonner-toast]')).toHaveCount(0)
	await page.evaluate('scrollTo(0, 0)')
	await expectAccessible(page, 'passkeys')

	await signOut(page)
	await page.getByRole('button', { name: 'Use a passkey' }).click()
	await expect(page).toHaveURL(/\/dashboard/)

	await page.goto(`${server.url}/dashboard/account`)
	await removePasskey(page, 'Workshop laptop')
	await signOut(page)
	await page.getByRole('button', { name: 'Use a passkey' }).click()
	await expect(page.getByRole('alert')).toContainText('This key is not known here')
})

test('a security key is the second factor, and a recovery code replaces it', async ({ page }) => {
	const space = await makeSpace(server.url)
	await addVirtualAuthenticator(page, 'usb')
	await openSignedIn(page, server.url, byPassword(space), 'account')
	const factors = page.getByRole('region', { name: 'Second factor' })
	await factors.getByRole('button', { name: 'Add a security key' }).click()
	await factors.getByLabel('A name for the key').fill('Blue key')
	// Cancelled in flight: it is added all the same, and closes no setup that was begun since.
	const adding = await holdResponse(page, (request) => request.url().endsWith('/factors'))
	await factors.getByRole('button', { name: 'Continue in the browser’s window' }).click()
	await adding.given
	const cancel = factors.getByRole('button', { name: 'Cancel' })
	await cancel.click()
	const another = factors.getByRole('button', { name: 'Add an authenticator' })
	await another.click()
	await adding.letGo()
	await expect(factors.getByText('Blue key')).toBeVisible()
	await expect(page.getByText('Security key added')).toBeVisible()
	await expect(factors.getByLabel('A name for the authenticator')).toBeVisible()
	await cancel.click()

	await factors.getByRole('button', { name: 'Make recovery codes' }).click()
	await expect(factors.locator('.account-recovery li')).toHaveCount(10)
	const codes = await factors.locator('.account-recovery li').allTextContents()
	await expectAccessible(page, 'recovery codes')
	await another.click()
	await expect(factors.locator('.account-recovery li')).toHaveCount(10)
	await cancel.click()
	const download = page.waitForEvent('download')
	await factors.getByRole('button', { name: 'Save as a file' }).click()
	const file = await (await download).createReadStream()
	expect((await file.toArray()).join('')).toBe(`${codes.join('\n')}\n`)
	await factors.getByRole('button', { name: 'I have kept them' }).click()
	await expect(factors.getByText('10 of 10 unused.')).toBeVisible()

	const leaveAndReturn = async () => {
		await signOut(page)
		await page.getByLabel('E-mail').fill(space.email)
		await page.getByLabel('Password', { exact: true }).fill(space.password)
		await page.keyboard.press('Enter')
	}
	await leaveAndReturn()
	await page.getByRole('button', { name: 'Use a recovery code' }).click()
	await page.getByLabel('Recovery code').fill('not one of them')
	await page.keyboard.press('Enter')
	await expect(page.getByText('That code is wrong')).toBeVisible()
	await page.getByLabel('Recovery code').fill(codes[3]?.toUpperCase() ?? '')
	await page.keyboard.press('Enter')
	await expect(factors.getByText('9 of 10 unused.')).toBeVisible()

	const remove = async () => {
		await factors.getByRole('button', { name: 'Remove' }).click()
		await expect(page.getByRole('dialog')).toContainText('your recovery codes are void')
		await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
	}
	// The key may be lost: without it and without the codes the account would be locked.
	await remove()
	await expect(page.getByText('You came in with a recovery code.')).toBeVisible()
	await leaveAndReturn()
	await expect(page.getByText('security key on “Blue key”')).toBeVisible()
	await page.getByRole('button', { name: 'Use the key' }).click()
	await remove()
	await expect(factors.getByText('There is none yet')).toBeVisible()
})
