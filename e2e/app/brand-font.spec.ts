import sharp from 'sharp'
import { drawnAgain, drawnFonts } from '#e2e/support/brand-font.ts'
import { countShifts } from '#e2e/support/count-shifts.ts'
import { expectAccessibleInBothSchemes } from '#e2e/support/expect-accessible.ts'
import { expect, test } from '#e2e/support/fixtures.ts'
import { publishWall } from '#e2e/support/publish-wall.ts'
import { openSignedIn } from '#e2e/support/session.ts'
import { interTtf, interWoff2, withEmbeddingBits } from '#test/support/product/font-files.ts'

const fontFile = async (name: string, buffer: Promise<Buffer>) => ({
	name,
	mimeType: 'font/woff2',
	buffer: await buffer,
})

test('an owner gives the brand a font, a wall and a form are set in it, and it is replaced and removed', async ({
	page,
	browser,
	server,
	space,
}) => {
	await publishWall(server.url, space, 'masonry')
	await openSignedIn(page, server.url, space, 'space')
	const brand = page.getByRole('region', { name: 'Brand' })
	const file = brand.getByLabel('Font file')
	await expect(brand.getByText('its licence says so')).toBeVisible()
	await file.setInputFiles(await fontFile('brand.ttf', interTtf()))
	await expect(page.getByText('Font saved')).toBeVisible()
	await expect(brand.getByText('Inter', { exact: true })).toBeVisible()
	const specimen = brand.getByText('Aa Gg 123')
	await expect.poll(() => drawnFonts(page, specimen)).toEqual(['Inter'])
	await expectAccessibleInBothSchemes(page, 'name and brand with a font')

	// A file that is no font is refused beside the button, and the former font stays.
	const picture = sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } }).png()
	await file.setInputFiles(await fontFile('brand.woff2', picture.toBuffer()))
	await expect(brand.getByText('This is not a font.')).toBeVisible()
	await file.setInputFiles(await fontFile('brand.woff2', withEmbeddingBits(2)))
	await expect(brand.getByText('forbids embedding it')).toBeVisible()
	await expect(brand.getByText('Inter', { exact: true })).toBeVisible()

	// The wall in the studio, and its hosted page.
	await page.goto(`${server.url}/dashboard/walls/${space.wallId}`)
	await page.getByRole('radiogroup', { name: 'Type' }).getByText('Brand', { exact: true }).click()
	const words = page.locator('.studio-desktop plaudit-wall .q').first()
	await expect.poll(() => drawnFonts(page, words)).toEqual(['Inter'])
	await page.getByRole('button', { name: 'Publish changes' }).click()
	await expect(page.getByText('The wall shows your changes.')).toBeVisible()
	await space.client
		.from('forms')
		.update({ look: { font: 'brand' } })
		.eq('id', space.formId)
		.throwOnError()

	const context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
	const visitor = await context.newPage()
	const shifted = await countShifts(visitor)
	for (const [address, drawn] of [
		[`/w/${space.slug}`, 'h1'],
		[`/collect/${space.slug}`, 'h1'],
		[`/collect/${space.slug}`, '#body-label, label'],
	] as const) {
		await visitor.goto(server.url + address)
		await visitor.waitForLoadState('networkidle')
		await expect.poll(() => drawnAgain(visitor, visitor.locator(drawn).first()), address).toEqual(['Inter'])
		expect(await shifted(), address).toBe(0)
		await expectAccessibleInBothSchemes(visitor, address)
	}
	await context.close()

	// Replaced and removed: the wall goes on in an ordinary font.
	await page.goto(`${server.url}/dashboard/space`)
	const { data: before } = await space.client.from('spaces').select('brand').single().throwOnError()
	await file.setInputFiles(await fontFile('brand.woff2', interWoff2()))
	await expect
		.poll(async () => {
			const { data } = await space.client.from('spaces').select('brand').single().throwOnError()
			return data.brand.font_path
		})
		.not.toBe(before.brand.font_path)
	await brand.getByRole('button', { name: 'Remove the font' }).click()
	await expect(page.getByText('Font removed')).toBeVisible()
	await expect(brand.getByRole('button', { name: 'Choose a font' })).toBeVisible()
	await expect
		.poll(async () => (await fetch(`${server.url}/embed/${space.wallId}.html`)).text())
		.not.toContain('@font-face')
})
