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

test('the studio on a phone leads to the published wall', async ({ phone, server, space }) => {
	await openSignedIn(phone, server.url, space, `walls/${space.wallId}`)
	const link = phone.getByRole('link', { name: 'View wall' })
	await expect(link).toBeVisible()
	await expect(link).toHaveAttribute('href', `${server.url}/w/${space.slug}`)
	const size = await link.boundingBox()
	expect(Math.min(size?.width ?? 0, size?.height ?? 0)).toBeGreaterThanOrEqual(44)
	await phone.getByRole('switch', { name: 'Published' }).click()
	await expect(link).toHaveCount(0)
})
