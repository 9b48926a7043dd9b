import sharp from 'sharp'
import { expect, test } from '#e2e/support/fixtures.ts'
import { openSignedIn } from '#e2e/support/session.ts'

const odd = [
	['an empty file', { name: 'empty.jpg', mimeType: 'image/jpeg', buffer: Buffer.alloc(0) }],
	['a kind that no browser shows', { name: 'IMG_1.heic', mimeType: 'image/heic', buffer: Buffer.alloc(99) }],
	['a film still of 11 MB', { name: 'big.png', mimeType: 'image/png', buffer: Buffer.alloc(11_000_000) }],
	['bytes that are no picture', { name: 'note.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('a note') }],
] as const
const words = [
	'That file is empty. Choose another one.',
	'Choose a JPEG, PNG or WebP picture.',
	'Choose a photo of at most 10 MB.',
	'Choose a JPEG, PNG or WebP picture.',
]

test('an invalid portrait is reported when it is chosen, and can be removed', async ({ phone, server, space }) => {
	await phone.goto(`${server.url}/collect/${space.slug}`, { waitUntil: 'networkidle' })
	const field = phone.getByLabel('Add your portrait').or(phone.getByLabel('Change photo'))
	for (const [index, [name, file]] of odd.entries()) {
		await field.setInputFiles({ ...file })
		await expect(phone.locator('#avatar-x'), name).toHaveText(words[index] ?? '')
		await expect(phone.locator('.frame img'), name).toHaveCount(0)
	}
	await phone.getByRole('button', { name: 'Remove' }).click()
	await expect(phone.locator('#avatar-x')).toHaveCount(0)
	await expect(phone.getByLabel('Add your portrait')).toBeFocused()
})

test('an empty portrait file is reported', async ({ phone, server, space }) => {
	await phone.goto(`${server.url}/collect/${space.slug}`, { waitUntil: 'networkidle' })
	await phone.getByRole('textbox', { name: 'Your words' }).fill('Six weeks later.')
	await phone.getByRole('textbox', { name: 'Name', exact: true }).fill('Ines')
	await phone.getByLabel('Add your portrait').setInputFiles({ ...odd[0][1] })
	await phone.getByRole('button', { name: 'Send' }).click()
	await expect(phone.getByRole('alert')).toContainText('That file is empty. Choose another one')
})

test('a phone’s picture of more than 10 MB is resized before upload and upright', async ({ phone, server, space }) => {
	await space.client
		.from('forms')
		.update({ accepts: ['text', 'photo'] })
		.eq('id', space.formId)
		.throwOnError()
	await phone.goto(`${server.url}/collect/${space.slug}`, { waitUntil: 'networkidle' })
	await phone.getByRole('radio', { name: 'Photo' }).check()
	const photo = phone.locator('#photo')
	await photo.setInputFiles({
		name: 'IMG_2.jpg',
		mimeType: 'image/jpeg',
		buffer: await takenSideways(),
	})
	const bytes = () => photo.evaluate((input: HTMLInputElement) => input.files?.[0]?.size)
	await expect.poll(bytes).toBeLessThan(10_000_000)
	await phone.getByRole('textbox', { name: 'Name', exact: true }).fill('Ines')
	await phone.getByRole('button', { name: 'Send' }).click()
	await expect(phone.getByText('Thank you, Ines.')).toBeVisible()
	const { data } = await space.client
		.from('media')
		.select('width,height')
		.eq('space_id', space.spaceId)
		.single()
		.throwOnError()
	expect(data).toEqual({ width: 1536, height: 2048 })

	// On the submitter's page it fits the phone's width.
	await phone.goto(await phone.locator('#plink').inputValue())
	await expect(phone.locator('img.shot')).toBeVisible()
	expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBe(360)

	// A missing picture leaves no broken image.
	await phone.route(/object\/sign\/photos\/.*token=/, (route) => route.fulfill({ status: 404 }))
	await openSignedIn(phone, server.url, space)
	await phone.locator('.inbox-row').click()
	await expect(phone.getByText('The photo cannot be had at the moment.')).toBeVisible()
	await expect(phone.locator('.inbox-media img')).toHaveCount(0)
})

/** A picture of 11 MB, mostly padding, landscape in its pixels and upright by its EXIF. */
async function takenSideways(): Promise<Buffer> {
	const background = '#7a6a58'
	const picture = sharp({ create: { width: 2600, height: 1950, channels: 3, background } })
	const bytes = await picture.jpeg().withMetadata({ orientation: 6 }).toBuffer()
	return Buffer.concat([bytes, Buffer.alloc(11_000_000)])
}
