import { expect, test } from '#e2e/support/fixtures.ts'
import { openSignedIn } from '#e2e/support/session.ts'
import { openHostSite } from '#test/fakes/host-site.ts'
import { submitTestimonial } from '#test/support/product/make-space.ts'

// Only a server ticks: what happens on one device, at a visitor's and on another site reaches every device of the members.
test('a fresh account walks to five of five, and a second device follows without a reload', async ({
	browser,
	page,
	phone,
	server,
	space,
}) => {
	await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
	const guide = page.getByRole('region', { name: /^Your first week/ })
	const there = phone.getByRole('region', { name: /^Your first week/ })
	await openSignedIn(page, server.url, space, 'overview')
	await openSignedIn(phone, server.url, space, 'overview')
	await expect(guide.getByText('1 of 5')).toBeVisible()
	await expect(there.getByText('1 of 5')).toBeVisible()

	await guide.getByRole('link', { name: 'Share the link' }).click()
	await page.getByRole('button', { name: 'Copy link' }).click()
	await expect(there.getByText('2 of 5')).toBeVisible()
	await expect(page.getByRole('listitem').filter({ hasText: 'Share the link' })).toContainText('just now')

	await submitTestimonial(server.url, space, { body: 'The frame came on the day they named.' })
	await expect(there.getByText('3 of 5')).toBeVisible()
	await expect(page.getByRole('listitem').filter({ hasText: 'First testimonial' })).toContainText('just now')

	await there.getByRole('link', { name: 'Look at the wall' }).click()
	await phone.waitForURL('**/dashboard/walls')
	await page.goto(`${server.url}/dashboard/walls/${space.wallId}`)
	await page.getByRole('group', { name: 'Layout' }).getByRole('button', { name: 'List', exact: true }).click()
	await page.getByRole('button', { name: 'Publish changes' }).click()
	await phone.goto(`${server.url}/dashboard/overview`)
	await expect(there.getByText('4 of 5')).toBeVisible()
	await page.goto(`${server.url}/dashboard/inbox`)
	await expect(page.getByText('Left: put the wall on your site')).toBeVisible()

	const code = `<script async src="${server.url}/embed/${space.wallId}.js"></script><plaudit-wall wall="${space.wallId}"></plaudit-wall>`
	const site = await openHostSite({ html: `<!doctype html><title>Shop</title>${code}`, port: 0 })
	const visitor = await browser.newPage()
	await visitor.goto(site.url)
	await expect(there.getByText('5 of 5')).toBeVisible()
	await expect(there.getByText(`Seen on ${new URL(site.url).host} just now. That was all.`)).toBeVisible()
	await expect(page.getByText('Left: put the wall on your site')).toBeHidden()
	await visitor.close()
	site.close()

	await there.getByRole('button', { name: 'Put this list away' }).click()
	await expect(there).toBeHidden()
	await phone.reload()
	await expect(phone.getByRole('heading', { level: 1 })).toBeVisible()
	await expect(there).toBeHidden()
})
