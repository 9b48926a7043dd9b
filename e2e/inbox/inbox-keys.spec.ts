import { expect, test } from '#e2e/support/fixtures.ts'
import { openSignedIn } from '#e2e/support/session.ts'
import { submitTestimonial } from '#test/support/product/make-space.ts'

test('Escape closes the editors of excerpt and answer, and keeps what was typed', async ({ page, server, space }) => {
	await submitTestimonial(server.url, space, { author: { name: 'Ada' }, body: 'They came on time and stayed late.' })
	await openSignedIn(page, server.url, space)
	await page.getByRole('button', { name: 'Show only a part' }).click()
	await page.getByRole('button', { name: 'End one word earlier' }).click()
	await page.keyboard.press('Escape')
	await expect(page.getByRole('button', { name: 'Show only a part' })).toBeVisible()
	await expect(page.getByText('If you approve it, walls show all 7 words')).toBeVisible()

	await page.getByRole('button', { name: 'Answer in public' }).click()
	const box = page.getByLabel('Your public answer')
	await page.keyboard.press('Escape')
	await expect(box).toBeHidden()
	await page.getByRole('button', { name: 'Answer in public' }).click()
	await box.fill('Thank you, Ada')
	await page.keyboard.press('Escape')
	await expect(box).toBeHidden()
	await page.getByRole('button', { name: 'Continue your draft of an answer' }).click()
	await expect(box).toHaveValue('Thank you, Ada')
	await page.reload()
	await expect(box).toHaveValue('Thank you, Ada')
	await page.getByRole('button', { name: 'Save answer' }).click()
	await expect(page.getByRole('region', { name: 'Your public answer' })).toContainText('Thank you, Ada')
	await page.getByRole('button', { name: 'Change' }).click()
	await box.fill('Thank you, Ada, again')
	await page.keyboard.press('Escape')
	await expect(page.getByRole('region', { name: 'Your public answer' })).toContainText('Thank you, Ada')
	await expect(page.getByRole('button', { name: 'Continue your draft' })).toBeVisible()
})

test('T tags all selected testimonials, as A and R decide all of them', async ({ page, server, space }) => {
	for (const name of ['Ada', 'Bela', 'Cyra'])
		await submitTestimonial(server.url, space, { author: { name }, body: `${name} came.` })
	await openSignedIn(page, server.url, space)
	await expect(page.locator('.inbox-by h2')).toHaveText('Cyra')
	await page.keyboard.press('x')
	await page.keyboard.press('j')
	await page.keyboard.press('x')
	await expect(page.getByText('2 selected')).toBeVisible()
	await page.keyboard.press('t')
	await page.getByPlaceholder('Find or make a tag').fill('Gift')
	await page.keyboard.press('Enter')
	const tagged = async () => {
		const { data } = await space.client
			.from('testimonials')
			.select('author_name, testimonial_tags(tag_id)')
			.eq('space_id', space.spaceId)
			.throwOnError()
		return data
			.filter((row) => row.testimonial_tags.length > 0)
			.map((row) => row.author_name)
			.sort()
	}
	await expect.poll(tagged).toEqual(['Bela', 'Cyra'])
	await page.keyboard.press('Escape')
	await expect(page.getByPlaceholder('Find or make a tag')).toBeHidden()
	await expect(page.getByText('2 selected')).toBeVisible()
})

test('the filter offers only kinds that the space has', async ({ page, server, space }) => {
	await submitTestimonial(server.url, space, { author: { name: 'Ada' }, body: 'Ada came.' })
	await openSignedIn(page, server.url, space)
	await page.getByRole('button', { name: 'Filter', exact: true }).click()
	await expect(page.getByRole('checkbox', { name: '5 stars' })).toBeVisible()
	for (const kind of ['Photo', 'Video', 'Audio'])
		await expect(page.getByRole('checkbox', { name: kind, exact: true })).toBeHidden()
})

test('a quick row of steps opens the last testimonial, and a key after it acts on that one', async ({
	page,
	server,
	space,
}) => {
	for (const name of ['Ada', 'Bela', 'Cyra', 'Dora', 'Esra', 'Fern'])
		await submitTestimonial(server.url, space, { author: { name }, body: `${name} came.` })
	await openSignedIn(page, server.url, space)
	await expect(page.locator('.inbox-by h2')).toHaveText('Fern')
	for (const key of 'jjjjkjx') await page.keyboard.press(key)
	// Letters that follow the key of the picker decide nothing, even before its field is there.
	await page.keyboard.press('t')
	await page.keyboard.type('ar')
	await expect(page.getByPlaceholder('Find or make a tag')).toBeFocused()
	await page.keyboard.press('Escape')
	await expect(page.locator('.inbox-decided')).toBeHidden()
	await expect(page.locator('.inbox-by h2')).toHaveText('Bela')
	await expect(page.getByText('1 selected')).toBeVisible()
	for (const key of 'xkkjja') await page.keyboard.press(key)
	await expect(page.locator('.inbox-decided')).toContainText('Bela')
	await expect(page.locator('.inbox-by h2')).toHaveText('Ada')
})
