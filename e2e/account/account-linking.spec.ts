import { expectAccessible } from '#e2e/support/expect-accessible.ts'
import { expect, test } from '#e2e/support/fixtures.ts'
import { holdResponse } from '#e2e/support/hold-response.ts'
import { byPassword, openSignedIn } from '#e2e/support/session.ts'
import { clientCredentials, type OpenIdProvider, startOpenIdProvider } from '#test/fakes/openid-provider.ts'
import { makeSpace } from '#test/support/product/make-space.ts'
import { type Server, startServer } from '#test/support/server-process.ts'

let google: OpenIdProvider
let server: Server
test.beforeAll(async () => {
	google = await startOpenIdProvider(
		{},
		{
			extend(provider) {
				provider.Client.prototype.redirectUriAllowed = (uri: string) =>
					/^http:\/\/localhost:\d+\/auth\/v1\/callback$/.test(uri)
			},
		},
	)
	server = await startServer({
		GOOGLE_CLIENT_ID: clientCredentials.id,
		GOOGLE_CLIENT_SECRET: clientCredentials.secret,
		OAUTH_GOOGLE_ISSUER: google.issuer,
		MANUAL_LINKING: 'on',
		RATE_LIMITS: 'off',
	})
})
test.afterAll(async () => {
	await server.stop()
	await google.close()
})

test('an identity is linked, signs in, and is unlinked; the last method stays, and another person’s identity is refused', async ({
	page,
}) => {
	const space = await makeSpace(server.url)
	google.nextPerson = { sub: 'g-1', email: 'ruth@mail.example', email_verified: true, name: 'Ruth' }
	await openSignedIn(page, server.url, byPassword(space), 'account')
	const ways = page.getByRole('region', { name: 'Ways to sign in' })
	await expect(ways.getByRole('button', { name: 'Unlink' })).toHaveCount(0)
	await expect(page.getByText('Chrome on Linux')).toHaveCount(1)
	const older = await holdResponse(page, (request) => request.url().includes('my_sessions'))
	const ended = page.waitForResponse('**/rpc/end_session')
	await ways.getByRole('button', { name: 'Link Google' }).click()
	await expect(ways.getByText('ruth@mail.example')).toBeVisible()
	await expect(page).toHaveURL(`${server.url}/dashboard/account`)
	await expectAccessible(page, 'linked accounts')
	// The callback created a new session; the old one is gone, even from a list fetched before.
	await ended
	await older.letGo()
	await expect(page.getByText('Chrome on Linux')).toHaveCount(1)

	await page.getByRole('button', { name: /^Sign out Chrome/ }).click()
	await page.waitForURL('**/auth?*')
	await page.getByRole('button', { name: 'Continue with Google' }).click()
	// The redirect target is restored, although the provider's callback does not carry it.
	await expect(ways.getByText('ruth@mail.example')).toBeVisible()
	await ways.getByRole('listitem').filter({ hasText: 'Google' }).getByRole('button', { name: 'Unlink' }).click()
	await page.getByRole('dialog').getByRole('button', { name: 'Unlink' }).click()
	await expect(ways.getByText('ruth@mail.example')).toBeHidden()
	await expect(ways.getByRole('button', { name: 'Unlink' })).toHaveCount(0)

	const other = await makeSpace(server.url)
	google.nextPerson = { sub: 'g-2', email: other.email, email_verified: true }
	await page.evaluate(() => localStorage.clear())
	await page.goto(`${server.url}/auth?mode=sign-in`)
	await page.getByRole('button', { name: 'Continue with Google' }).click()
	await page.waitForURL('**/dashboard/**')
	await page.evaluate(() => localStorage.clear())
	await openSignedIn(page, server.url, byPassword(space), 'account')
	await ways.getByRole('button', { name: 'Link Google' }).click()
	await expect(ways.getByRole('alert')).toHaveText('This way to sign in already belongs to an account.')
	await expect(page).toHaveURL(`${server.url}/dashboard/account`)
})
