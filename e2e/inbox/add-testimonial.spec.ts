import sharp from 'sharp'
import { expectAccessibleInBothSchemes } from '#e2e/support/expect-accessible.ts'
import { expect, test } from '#e2e/support/fixtures.ts'
import { openSignedIn } from '#e2e/support/session.ts'
import { joinSpace } from '#test/support/product/join-space.ts'
import { makeSpace } from '#test/support/product/make-space.ts'

const words = 'We ordered six and got six that know each other. <b>My husband</b> says the big one is his.'
const picture = (side: number) =>
	sharp({ create: { width: side, height: side, channels: 3, background: '#a06030' } })
		.jpeg()
		.toBuffer()

test('a testimonial is added by hand with every field, and a reload keeps what was typed', async ({
	page,
	server,
	space,
}) => {
	await space.client.from('tags').insert({ space_id: space.spaceId, name: 'Gift' }).throwOnError()
	await openSignedIn(page, server.url, space)
	await page.getByRole('button', { name: 'Add a testimonial' }).click()
	const dialog = page.getByRole('dialog', { name: 'Add a testimonial' })
	await expect(dialog).toBeVisible()
	await expect(dialog.getByLabel('Their words, exactly')).toBeFocused()
	await dialog.getByRole('button', { name: 'Add testimonial' }).click()
	await expect(dialog.getByText('Paste what was said.')).toBeVisible()
	await expect(dialog.getByLabel('Their words, exactly')).toBeFocused()

	await dialog.getByLabel('Their words, exactly').fill(words)
	await dialog.getByLabel('Name', { exact: true }).fill('Konstantína Papadopoulou-Whitfield')
	await dialog.getByLabel('Title').fill('Baker')
	await dialog.getByLabel('Company').fill('Night Oven')
	await dialog.getByLabel('Website').fill('javascript:alert(1)')
	await dialog.getByRole('radio', { name: '4 stars' }).check({ force: true })
	await dialog.getByLabel('Where it comes from').fill('A card with the order')
	await dialog.getByLabel('Link to it').fill('https://social.example/p/1')
	await dialog.getByLabel('When it was said').fill('2024-02-29')
	await dialog.getByLabel('Language').selectOption('el')
	await dialog.getByRole('checkbox', { name: 'Gift' }).check()
	await dialog.getByPlaceholder('New tag').fill('Six')
	await page.keyboard.press('Enter')
	await expect(dialog.getByRole('checkbox', { name: 'Six' })).toBeChecked()
	await dialog.getByRole('checkbox', { name: /They agreed that I may publish/ }).check()
	const [portrait, photo] = [await picture(60), await picture(90)]
	await dialog
		.getByLabel('Portrait optional')
		.setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer: portrait })
	await dialog.getByLabel('Picture optional').setInputFiles({ name: 'it.jpg', mimeType: 'image/jpeg', buffer: photo })
	await expect(dialog.getByText('these words and pictures with their name')).toBeVisible()
	await expect(dialog.locator('img')).toHaveCount(2)
	await expectAccessibleInBothSchemes(page, 'add a testimonial')

	await page.reload()
	await expect(dialog.locator('img')).toHaveCount(2)
	await expect(dialog.getByLabel('Their words, exactly')).toHaveValue(words)
	await expect(dialog.getByRole('radio', { name: '4 stars' })).toBeChecked()
	await expect(dialog.getByLabel('Language')).toHaveValue('el')
	await expect(dialog.getByRole('checkbox', { name: 'Six' })).toBeChecked()

	await dialog.getByRole('button', { name: 'Add testimonial' }).click()
	// The server refuses the address; nothing that was typed is lost.
	await expect(dialog.getByText('Write the whole address')).toBeVisible()
	await expect(dialog.getByLabel('Website')).toBeFocused()
	await dialog.getByLabel('Website').fill('https://night-oven.example')
	await dialog.getByRole('button', { name: 'Add testimonial' }).click()
	await expect(dialog).toBeHidden()
	await expect(page.locator('.inbox-by h2')).toHaveText('Konstantína Papadopoulou-Whitfield')
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
			author_title: 'Baker',
			author_company: 'Night Oven',
			author_url: 'https://night-oven.example',
			locale: 'el',
			source_url: 'https://social.example/p/1',
			verifications: [{ basis: 'vouched', evidence: 'A card with the order' }],
			consents: [{ scope: 'public' }],
			testimonial_tags: [{}, {}],
		},
	])
	await page.getByRole('button', { name: 'Add a testimonial' }).click()
	await expect(dialog.getByLabel('Their words, exactly')).toHaveValue('')
	await expect(dialog.locator('img')).toHaveCount(0)
})

test('the dialog is filled and closed by keyboard on a phone, and a lost answer adds nothing twice', async ({
	phone,
	server,
	space,
}) => {
	await openSignedIn(phone, server.url, space, 'forms')
	await phone.goto(`${server.url}/dashboard/inbox?add=true`)
	const dialog = phone.getByRole('dialog', { name: 'Add a testimonial' })
	await dialog.getByLabel('Their words, exactly').fill('قول قصير')
	await dialog.getByLabel('Name', { exact: true }).fill('ليلى')
	const box = await dialog.boundingBox()
	expect(box?.width).toBeLessThanOrEqual(360)
	expect(await dialog.evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true)
	await expectAccessibleInBothSchemes(phone, 'add a testimonial, phone')
	await dialog.getByRole('radio', { name: '1 star', exact: true }).focus()
	await phone.keyboard.press('ArrowRight')
	await expect(dialog.getByRole('radio', { name: '2 stars' })).toBeChecked()
	await dialog.getByRole('button', { name: 'No rating' }).click()
	await expect(dialog.getByText('None chosen: walls show no stars.')).toBeVisible()
	await phone.keyboard.press('Escape')
	await expect(dialog).toBeHidden()
	await phone.goto(`${server.url}/dashboard/inbox?add=true`)
	await expect(dialog.getByLabel('Name', { exact: true })).toHaveValue('ليلى')

	await phone.route(
		'**/functions/v1/testimonial',
		async (route) => {
			await route.fetch()
			await route.abort()
		},
		{ times: 1 },
	)
	await dialog.getByRole('button', { name: 'Add testimonial' }).click()
	await expect(dialog.getByText('The server cannot be reached.')).toBeVisible()
	await dialog.getByRole('button', { name: 'Add testimonial' }).click()
	await expect(dialog).toBeHidden()
	const { data } = await space.client
		.from('testimonials')
		.select('body, rating')
		.eq('space_id', space.spaceId)
		.throwOnError()
	expect(data).toEqual([{ body: 'قول قصير', rating: null }])
})

test('a viewer is offered no dialog, by button or by address', async ({ page, server, space }) => {
	const viewer = await makeSpace(server.url)
	await joinSpace(space.client, space.spaceId, viewer.client, 'viewer')
	await page.addInitScript((id) => localStorage.setItem('plaudit-space', id), space.spaceId)
	await openSignedIn(page, server.url, viewer, 'inbox?add=true')
	await expect(page.getByRole('heading', { name: 'Pending' })).toBeVisible()
	await expect(page.getByRole('button', { name: 'Add a testimonial' })).toHaveCount(0)
	await expect(page.getByRole('dialog')).toHaveCount(0)
})
