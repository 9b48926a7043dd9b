import sharp from 'sharp'
import { expect, test } from '#e2e/support/fixtures.ts'
import { openSignedIn } from '#e2e/support/session.ts'

const words = 'We ordered six and got six that know each other. <b>My husband</b> says the big one is his.'
const picture = (side: number) =>
	sharp({ create: { width: side, height: side, channels: 3, background: '#a06030' } })
		.jpeg()
		.toBuffer()

// The server checks each field, stores the pictures and opens them again for the screen.
test('a testimonial is added by hand with pictures, after the server refused its address', { tag: '@each' }, async ({
	page,
	server,
	space,
}) => {
	await space.client.from('tags').insert({ space_id: space.spaceId, name: 'Gift' }).throwOnError()
	await openSignedIn(page, server.url, space, 'inbox?add=true')
	const dialog = page.getByRole('dialog', { name: 'Add a testimonial' })
	await dialog.getByLabel('Their words, exactly').fill(words)
	await dialog.getByLabel('Name', { exact: true }).fill('Konstantína Papadopoulou-Whitfield')
	await dialog.getByLabel('Website').fill('javascript:alert(1)')
	await dialog.getByRole('radio', { name: '4 stars' }).check({ force: true })
	await dialog.getByLabel('Where it comes from').fill('A card with the order')
	await dialog.getByLabel('Link to it').fill('https://social.example/p/1')
	await dialog.getByRole('checkbox', { name: 'Gift' }).check()
	await dialog.getByRole('checkbox', { name: /They agreed that I may publish/ }).check()
	for (const [label, side] of [['Portrait', 60] as const, ['Picture', 90] as const])
		await dialog
			.getByLabel(`${label} optional`)
			.setInputFiles({ name: 'it.jpg', mimeType: 'image/jpeg', buffer: await picture(side) })
	await dialog.getByRole('button', { name: 'Add testimonial' }).click()
	await expect(dialog.getByText('Write the whole address')).toBeVisible()
	await dialog.getByLabel('Website').fill('https://night-oven.example')
	await dialog.getByRole('button', { name: 'Add testimonial' }).click()
	await expect(dialog).toBeHidden()
	await expect(page.locator('.inbox-hero')).toHaveText(words)
	await expect(page.locator('.inbox-media img')).toBeVisible()
	const { data } = await space.client
		.from('testimonials')
		.select('*, verifications(basis, evidence), testimonial_tags(tag_id), consents(scope)')
		.eq('space_id', space.spaceId)
		.throwOnError()
	expect(data).toMatchObject([
		{
			kind: 'photo',
			source: 'manual',
			status: 'pending',
			rating: 4,
			body: words,
			author_url: 'https://night-oven.example',
			source_url: 'https://social.example/p/1',
			verifications: [{ basis: 'vouched', evidence: 'A card with the order' }],
			consents: [{ scope: 'public' }],
			testimonial_tags: [{}],
		},
	])
})
