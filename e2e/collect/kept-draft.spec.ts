import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium as browserType } from '@playwright/test'
import sharp from 'sharp'
import { expect, test } from '#e2e/support/fixtures.ts'
import { chromium } from '#test/support/browser/chromium.ts'

const words = 'Six weeks later I have four bowls we eat from every day.'

const drawing = () =>
	sharp({ create: { width: 40, height: 40, channels: 3, background: '#1f6b4a' } })
		.png()
		.toBuffer()

/** A browser whose storage stays on disk between two visits. */
async function withProfile(folder: string, work: (context: BrowserContext) => Promise<void>) {
	const context = await browserType.launchPersistentContext(folder, {
		...chromium,
		viewport: { width: 360, height: 740 },
	})
	try {
		await work(context)
	} finally {
		await context.close()
	}
}

/** Deletes the files of the blobs in IndexedDB, as a browser does that runs out of room. */
async function deleteBlobs(folder: string): Promise<number> {
	const paths = await readdir(folder, { recursive: true, withFileTypes: true })
	const blobs = paths.filter((path) => path.isFile() && path.parentPath.includes('.indexeddb.blob'))
	for (const { parentPath, name } of blobs) await rm(join(parentPath, name))
	return blobs.length
}

test('a photo that the browser has lost costs neither words nor stars, and is asked for again', async ({
	server,
	space,
}) => {
	const folder = await mkdtemp(join(tmpdir(), 'plaudit-profile-'))
	const address = `${server.url}/collect/${space.slug}`
	const photo = { name: 'bowl.png', mimeType: 'image/png', buffer: await drawing() }
	await withProfile(folder, async (context) => {
		const page = await context.newPage()
		await page.goto(address)
		await page.locator('#avatar').setInputFiles(photo)
		await expect(page.getByText('Draft kept on this device')).toBeVisible()
		await page.getByRole('radio', { name: '4 stars' }).check()
		await page.getByRole('textbox', { name: 'Your words' }).fill(words)
		await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Ines Castellanos')
		await page.reload()
		await expect(page.getByRole('textbox', { name: 'Your words' })).toHaveValue(words)
		await expect(page.locator('#avatar')).toHaveValue(/bowl\.png$/)
	})
	expect(await deleteBlobs(folder)).toBeGreaterThan(0)
	await withProfile(folder, async (context) => {
		const page = await context.newPage()
		await page.goto(address)
		await expect(page.getByText('Your photo can no longer be read. Choose it again.')).toBeVisible()
		await expect(page.getByRole('textbox', { name: 'Your words' })).toHaveValue(words)
		await expect(page.getByRole('radio', { name: '4 stars' })).toBeChecked()
		await page.getByRole('textbox', { name: 'Your words' }).fill(`${words} And more.`)
		await expect(page.getByText('Draft kept on this device')).toBeVisible()
		await page.reload()
		await expect(page.getByRole('textbox', { name: 'Your words' })).toHaveValue(`${words} And more.`)
		await page.getByRole('button', { name: 'Send' }).click()
		await expect(page.getByRole('heading', { level: 1 })).toContainText('Thank you, Ines.')
	})
	await rm(folder, { recursive: true })
})

test('a photo that is gone from the device before it is sent is named, and the rest is kept and sent', async ({
	phone,
	server,
	space,
}) => {
	const folder = await mkdtemp(join(tmpdir(), 'plaudit-photo-'))
	const path = join(folder, 'bowl.png')
	await writeFile(path, await drawing())
	await phone.goto(`${server.url}/collect/${space.slug}`, { waitUntil: 'networkidle' })
	await phone.locator('#avatar').setInputFiles(path)
	await rm(folder, { recursive: true })
	await phone.getByRole('textbox', { name: 'Your words' }).fill(words)
	await phone.getByRole('textbox', { name: 'Name', exact: true }).fill('Ines Castellanos')
	await phone.getByRole('button', { name: 'Send' }).click()
	await expect(phone.locator('#problems')).toContainText('Your photo can no longer be read. Choose it again')
	await phone.reload()
	await expect(phone.getByText('Your photo can no longer be read. Choose it again.')).toBeVisible()
	await expect(phone.getByRole('textbox', { name: 'Your words' })).toHaveValue(words)
	await phone.getByRole('button', { name: 'Send' }).click()
	await expect(phone.getByRole('heading', { level: 1 })).toContainText('Thank you, Ines.')
})
