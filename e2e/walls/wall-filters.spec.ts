import { expect, test } from '#e2e/support/fixtures.ts'
import { publishWall } from '#e2e/support/publish-wall.ts'
import { openSignedIn } from '#e2e/support/session.ts'

// Only a server filters pages for visitors without a script.
test('an owner lets visitors filter by tag, and visitors without a script filter, search and come back', {
	tag: '@each',
}, async ({ page, browser, server, space }) => {
	await publishWall(server.url, space, 'masonry')
	const { client, spaceId, wallId, slug } = space
	const tag = await client.from('tags').insert({ space_id: spaceId, name: 'Wildlife' }).select('id').single()
	const { data: shown } = await client.from('testimonials').select('id').like('body', '%idges%').throwOnError()
	const tagged = { space_id: spaceId, testimonial_id: shown?.[0]?.id, tag_id: tag.data?.id }
	await client.from('testimonial_tags').insert(tagged).throwOnError()

	await openSignedIn(page, server.url, space)
	await page.goto(`${server.url}/dashboard/walls/${wallId}`)
	await expect(page.getByRole('checkbox', { name: 'Search', exact: true })).toBeChecked()
	await page.getByRole('checkbox', { name: /^Filter by tag/ }).check()
	await page.getByRole('checkbox', { name: 'Name Plaudit at the foot' }).uncheck()
	await page.getByRole('button', { name: /^Publish/ }).click()
	await expect(page.getByText('The wall shows your changes.')).toBeVisible()

	const visitor = await browser.newPage({ javaScriptEnabled: false })
	await visitor.goto(`${server.url}/w/${slug}`)
	await expect(visitor.getByRole('listitem')).toHaveCount(7)
	await expect(visitor.getByRole('link', { name: 'Plaudit' })).toHaveCount(0)
	await visitor.getByRole('link', { name: /^Wildlife/ }).click()
	await expect(visitor).toHaveURL(/\?tag=/)
	await expect(visitor.getByRole('listitem')).toHaveCount(1)
	await expect(visitor.getByText('1 of 7 on this wall')).toBeVisible()

	await visitor.getByRole('searchbox').fill('porridge')
	await visitor.getByRole('button', { name: 'Search' }).click()
	await expect(visitor.getByText('Nothing on this wall contains “porridge”.')).toBeVisible()
	await visitor.getByRole('link', { name: 'All', exact: true }).click()
	await expect(visitor.getByText('We still talk about the porridge.')).toBeVisible()
	await visitor.getByRole('link', { name: 'Show the whole wall' }).click()
	await expect(visitor.getByRole('listitem')).toHaveCount(7)
	await visitor.close()
})
