import { expect, test } from '#e2e/support/fixtures.ts'
import { publishWall } from '#e2e/support/publish-wall.ts'
import { openSignedIn } from '#e2e/support/session.ts'

test('the studio causes no layout shift on a phone, with an empty or a full wall', async ({ phone, server, space }) => {
	const open = async () => {
		await openSignedIn(phone, server.url, space, `walls/${space.wallId}`)
		await phone.getByText('Preview and code').click()
		await expect(phone.getByText('layout shift 0', { exact: true })).toBeVisible()
	}
	await open()
	await expect(phone.locator('plaudit-wall').last()).toContainText('Nothing is published here yet.')
	await publishWall(server.url, space, 'masonry')
	await open()
	await expect(phone.locator('plaudit-wall').last()).toContainText('The quietest week of my life.')
})
