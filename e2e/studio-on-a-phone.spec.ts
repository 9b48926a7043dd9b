import { expect, test } from './fixtures.ts'
import { publishWall } from './published-wall.ts'
import { openSignedIn } from './signed-in.ts'

test('the studio measures what is shown: no layout shift on a phone, empty wall or full', async ({
	phone,
	server,
	space,
}) => {
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
