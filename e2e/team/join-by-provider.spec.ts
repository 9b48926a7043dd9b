import { expect, test } from '#e2e/support/fixtures.ts'
import { clientCredentials, startOpenIdProvider } from '#test/fakes/openid-provider.ts'
import { startTeamServer } from './team-server.ts'

test('an invited person makes an account by a provider, comes back to the invitation, and joins by the keyboard', async ({
	page,
}) => {
	const google = await startOpenIdProvider(
		{},
		{
			extend(provider) {
				provider.Client.prototype.redirectUriAllowed = (uri: string) =>
					/^http:\/\/localhost:\d+\/auth\/v1\/callback$/.test(uri)
			},
		},
	)
	const place = await startTeamServer({
		GOOGLE_CLIENT_ID: clientCredentials.id,
		GOOGLE_CLIENT_SECRET: clientCredentials.secret,
		OAUTH_GOOGLE_ISSUER: google.issuer,
	})
	try {
		const owner = await place.owner('Maud', 'Fernhill Pottery')
		const email = 'isla@skerry.example'
		google.nextPerson = { sub: 'isla', email, email_verified: true, name: 'Isla' }
		await page.goto(`${place.server.url}/auth`)
		await page.getByRole('button', { name: 'Continue with Google' }).click()
		await expect(page.getByText('New accounts are not open here.')).toBeVisible()

		await owner.client.rpc('invite_member', { space_id: owner.spaceId, email, role: 'editor' }).throwOnError()
		const link = await place.joinLink(email)
		await page.goto(link)
		await page.getByRole('button', { name: 'Continue with Google' }).press('Enter')
		await expect(page).toHaveURL(link)
		await page.getByRole('button', { name: 'Join as an editor' }).press('Enter')
		await page.waitForURL('**/dashboard/overview')
		await expect(page.getByRole('button', { name: 'Space: Fernhill Pottery' })).toBeVisible()
	} finally {
		await place.stop()
		await google.close()
	}
})
