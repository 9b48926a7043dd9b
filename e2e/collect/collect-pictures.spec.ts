import sharp from 'sharp'
import { expect, test } from '#e2e/support/fixtures.ts'
import { openSignedIn } from '#e2e/support/session.ts'

test('a phone’s picture of more than 10 MB is resized before upload and upright', { tag: '@each' }, async ({
	phone,
	server,
	space,
}) => {
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
