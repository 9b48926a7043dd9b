import { readFile } from 'node:fs/promises'
import { expectAccessible, expectAccessibleInBothSchemes } from '#e2e/support/expect-accessible.ts'
import { expect, test } from '#e2e/support/fixtures.ts'
import { publishWall } from '#e2e/support/publish-wall.ts'
import { openSignedIn } from '#e2e/support/session.ts'
import { submitTestimonial } from '#test/support/product/make-space.ts'

const clip = 'The quietest week of my life.'

test('an owner shares a testimonial as link, words and picture, and its submitter finds the page', async ({
	page,
	server,
	space,
}) => {
	await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
	const copied = () => page.evaluate(() => navigator.clipboard.readText())
	const sent = await submitTestimonial(server.url, space, {
		body: `${clip} I shall tell <everybody> about it.`,
		author: { name: 'Ines Duarte', title: 'Nurse' },
	})
	await openSignedIn(page, server.url, space)
	await expect(page.getByRole('heading', { name: 'Ines Duarte' })).toBeVisible()
	await expect(page.getByRole('button', { name: 'Share', exact: true })).toHaveCount(0)
	await page.goto(`${server.url}/dashboard/inbox/${sent.id}`)
	await space.client.from('testimonials').update({ status: 'approved' }).eq('id', sent.id).throwOnError()

	const open = () => page.getByRole('button', { name: 'Share', exact: true }).click()
	const choose = async (name: string | RegExp) => {
		await open()
		await page.getByRole('menuitem', { name }).click()
	}
	const link = `${server.url}/p/${sent.id}`
	await choose('Copy public link')
	await expect(page.getByText('The link is copied. Anybody can open it.')).toBeVisible()
	expect(await copied()).toBe(link)
	await choose('Copy as text')
	await expect.poll(copied).toBe(`“${clip} I shall tell <everybody> about it.”\n\n— Ines Duarte, Nurse\n${link}`)
	await choose('Copy as HTML')
	await expect.poll(copied).toContain(`<p>${clip} I shall tell &#60;everybody&#62; about it.</p>`)
	await choose('Copy as Markdown')
	await expect.poll(copied).toContain(`> ${clip} I shall tell \\<everybody\\> about it.\n`)
	for (const name of [/1200 × 630/, /square/]) {
		await open()
		const download = page.waitForEvent('download')
		await page.getByRole('menuitem', { name }).click()
		const file = await (await download).path()
		expect((await readFile(file)).subarray(1, 4).toString()).toBe('PNG')
	}
	await open()
	await expectAccessible(page, 'share menu')
	await expect(page.getByRole('menuitem', { name: 'Proof of its words' })).toHaveAttribute(
		'href',
		`${server.url}/proof/${sent.id}`,
	)
	await page.keyboard.press('Escape')

	await page.goto(sent.receipt_url)
	await page.getByRole('link', { name: 'Open Its own page' }).click()
	await expect(page).toHaveURL(link)
	await page.getByRole('button', { name: 'Copy words' }).click()
	await expect(page.getByRole('status')).toHaveText('Copied.')
	expect(await copied()).toContain(`— Ines Duarte, Nurse\n${link}`)
	await page.getByRole('button', { name: 'Copy link' }).click()
	await expect.poll(copied).toBe(link)
	await expect(page.getByRole('link', { name: 'Mail' })).toHaveAttribute('href', /^mailto:\?subject=Ines%20Duarte/)
	await expectAccessibleInBothSchemes(page, 'page of one testimonial')
	await page.goBack()
	await expect(page.getByRole('link', { name: 'Picture', exact: true })).toHaveAttribute(
		'href',
		`/p/${sent.id}/card.png`,
	)

	const wrong = await submitTestimonial(server.url, space, {
		author: { name: 'Private Person' },
		consent: { scope: 'private' },
	})
	await page.goto(`${server.url}/dashboard/inbox/${wrong.id}`)
	await expect(page.getByRole('heading', { name: 'Private Person' })).toBeVisible()
	await expect(page.getByRole('button', { name: 'Share', exact: true })).toHaveCount(0)
})

// Only a server draws the picture of a link, and writes tags and feeds from what the studio stored.
test('an owner says in the studio how a wall stands in search results, and its pages say so', { tag: '@each' }, async ({
	page,
	server,
	space,
}) => {
	await publishWall(server.url, space, 'masonry')
	await openSignedIn(page, server.url, space, 'walls')
	await page.getByRole('link', { name: space.name, exact: true }).last().click()
	const preview = page.getByRole('figure', { name: 'The shared link' })
	await expect(preview.getByText(`What people say about ${space.name}`)).toBeVisible()
	const picture = preview.getByRole('img')
	await picture.scrollIntoViewIfNeeded()
	await expect.poll(() => picture.evaluate((img) => (img as HTMLImageElement).naturalWidth)).toBe(1200)

	await page.getByLabel('Title', { exact: true }).fill('Quiet boats, loud praise')
	await page.getByLabel('Description').fill('What guests of ours wrote,\nin their own words.')
	await expect(preview).toContainText('Quiet boats, loud praise')
	await page.getByLabel('Describe it as reviews').check()
	await page.getByRole('button', { name: 'Publish changes' }).click()
	await expect(page.getByText('The wall shows your changes.')).toBeVisible()

	const wall = async (path = '') => (await fetch(`${server.url}/w/${space.slug}${path}`)).text()
	await expect.poll(() => wall()).toContain('<title>Quiet boats, loud praise</title>')
	const html = await wall()
	expect(html).toContain('<meta name="description" content="What guests of ours wrote, in their own words.">')
	expect(html).toContain('og:title" content="Quiet boats, loud praise"')
	expect(html).toContain('"@type":"AggregateRating"')
	expect(html).not.toContain('noindex')
	expect(await wall('/feed.atom')).toContain('<title>Quiet boats, loud praise</title>')

	await page.getByLabel('Search engines may list it').uncheck()
	await page.getByRole('button', { name: 'Publish changes' }).click()
	await expect.poll(() => wall()).toContain('<meta name="robots" content="noindex">')
	expect(await wall()).not.toContain('application/ld+json')
	// Browsers without a script read pages with JSON-LD under the same policy: nothing was blocked.
	const faults: string[] = []
	page.on('console', (message) => message.type() === 'error' && faults.push(message.text()))
	await page.goto(`${server.url}/w/${space.slug}`)
	await expect(page.getByText(clip)).toBeVisible()
	expect(faults).toEqual([])
})
