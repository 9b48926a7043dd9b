import { client, type IdentityProvider, startIdentityProvider } from '#test/identity-provider.ts'
import { type Server, startServer } from '#test/server.ts'
import { makeSpace } from '#test/space.ts'
import { expectAccessible } from './accessible.ts'
import { expect, test } from './fixtures.ts'
import { openSignedIn } from './signed-in.ts'
import { withhold } from './withheld.ts'

let google: IdentityProvider
let server: Server
test.beforeAll(async () => {
	google = await startIdentityProvider(
		{},
		{
			extend(provider) {
				provider.Client.prototype.redirectUriAllowed = (uri: string) =>
					/^http:\/\/localhost:\d+\/auth\/v1\/callback$/.test(uri)
			},
		},
	)
	server = await startServer({
		GOOGLE_CLIENT_ID: client.id,
		GOOGLE_CLIENT_SECRET: client.secret,
		OAUTH_GOOGLE_ISSUER: google.issuer,
		MANUAL_LINKING: 'on',
		RATE_LIMITS: 'off',
	})
})
test.afterAll(async () => {
	await server.stop()
	await google.close()
})

test('Google is linked, opens the account, and is unlinked; the last way stays; another person’s is refused', async ({
	page,
}) => {
	const space = await makeSpace(server.url)
	google.next = { sub: 'g-1', email: 'ruth@mail.example', email_verified: true, name: 'Ruth' }
	await openSignedIn(page, server.url, space, 'account')
	const ways = page.getByRole('region', { name: 'Ways to sign in' })
	await expect(ways.getByRole('button', { name: 'Unlink' })).toHaveCount(0)
	await expect(page.getByText('Chrome on Linux')).toHaveCount(1)
	const older = await withhold(page, (request) => request.url().includes('my_sessions'))
	const ended = page.waitForResponse('**/rpc/end_session')
	await ways.getByRole('button', { name: 'Link Google' }).click()
	await expect(ways.getByText('ruth@mail.example')).toBeVisible()
	await expect(page).toHaveURL(`${server.url}/dashboard/account`)
	await expectAccessible(page, 'linked accounts')
	// Coming back made a new session; the one before is gone, also where the list was read before that.
	await ended
	await older.letGo()
	await expect(page.getByText('Chrome on Linux')).toHaveCount(1)

	await page.getByRole('button', { name: /^Sign out Chrome/ }).click()
	await page.waitForURL('**/auth?*')
	await page.getByRole('button', { name: 'Continue with Google' }).click()
	// Back to what was wanted before, although the way through Google says nothing of it.
	await expect(ways.getByText('ruth@mail.example')).toBeVisible()
	await ways
		.getByRole('listitem')
		.filter({ hasText: 'Google' })
		.getByRole('button', { name: 'Unlink' })
		.click()
	await page.getByRole('dialog').getByRole('button', { name: 'Unlink' }).click()
	await expect(ways.getByText('ruth@mail.example')).toBeHidden()
	await expect(ways.getByRole('button', { name: 'Unlink' })).toHaveCount(0)

	const other = await makeSpace(server.url)
	google.next = { sub: 'g-2', email: other.email, email_verified: true }
	await page.evaluate(() => localStorage.clear())
	await page.goto(`${server.url}/auth`)
	await page.getByRole('button', { name: 'Continue with Google' }).click()
	await page.waitForURL('**/dashboard/**')
	await page.evaluate(() => localStorage.clear())
	await openSignedIn(page, server.url, space, 'account')
	await ways.getByRole('button', { name: 'Link Google' }).click()
	await expect(ways.getByRole('alert')).toHaveText(
		'This way to sign in already belongs to an account.',
	)
	await expect(page).toHaveURL(`${server.url}/dashboard/account`)
})
