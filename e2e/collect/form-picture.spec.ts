import sharp from 'sharp'
import { countShifts } from '#e2e/support/count-shifts.ts'
import { expectAccessibleInBothSchemes } from '#e2e/support/expect-accessible.ts'
import { expect, test } from '#e2e/support/fixtures.ts'
import { publishForm } from '#e2e/support/publish-form.ts'
import { openSignedIn } from '#e2e/support/session.ts'

/** A picture with light and dark places side by side. */
async function harshPicture(): Promise<Buffer> {
	const stripes = `<svg xmlns="http://www.w3.org/2000/svg" width="2000" height="1400"><defs><pattern id="p" width="80" height="80" patternUnits="userSpaceOnUse" patternTransform="rotate(35)"><rect width="80" height="80" fill="#fff"/><rect width="40" height="80" fill="#000"/><rect y="40" width="80" height="12" fill="#d22"/></pattern></defs><rect width="2000" height="1400" fill="url(#p)"/></svg>`
	return sharp(Buffer.from(stripes)).jpeg({ quality: 90 }).toBuffer()
}

test('an owner puts a picture behind the question, visitors load it in one size without a shift, and it is removed', async ({
	page,
	browser,
	server,
	space,
}) => {
	await openSignedIn(page, server.url, space, `forms/${space.formId}`)
	const look = page.getByRole('region', { name: 'Look' })
	const file = look.getByLabel('Choose a picture')
	await file.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') })
	await expect(look.getByText('Choose a JPEG, PNG or WebP picture.')).toBeVisible()
	await file.setInputFiles({ name: 'shop.jpg', mimeType: 'image/jpeg', buffer: await harshPicture() })
	await expect(look.getByRole('img', { name: 'Present background' })).toBeVisible()
	await expect(look.getByRole('button', { name: 'Replace the picture' })).toBeVisible()
	await publishForm(page)
	await expect
		.poll(async () => (await fetch(`${server.url}/collect/${space.slug}`)).text())
		.toContain('/render/image/public/brand/')
	await expectAccessibleInBothSchemes(page, 'the look of a form with a picture')

	for (const [width, size] of [
		[360, 'width=900'],
		[1280, 'height=1200'],
	] as const) {
		const context = await browser.newContext({ viewport: { width, height: 800 } })
		const visitor = await context.newPage()
		const pictures: string[] = []
		visitor.on('request', (request) => {
			if (request.resourceType() === 'image' && request.url().includes('/render/')) pictures.push(request.url())
		})
		const shifted = await countShifts(visitor)
		await visitor.goto(`${server.url}/collect/${space.slug}`)
		await visitor.waitForLoadState('networkidle')
		expect(pictures).toEqual([expect.stringContaining(size)])
		expect(await visitor.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
		await visitor.evaluate(() => scrollTo(0, 1_000_000))
		await visitor.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
		expect(await shifted()).toBe(0)
		await expectAccessibleInBothSchemes(visitor, `a form with a picture at ${width} px`)
		await context.close()
	}

	await look.getByRole('button', { name: 'Remove', exact: true }).click()
	await expect(look.getByRole('button', { name: 'Choose a picture' })).toBeVisible()
	await publishForm(page)
	await expect
		.poll(async () => (await fetch(`${server.url}/collect/${space.slug}`)).text())
		.not.toContain('/render/image/')
})
