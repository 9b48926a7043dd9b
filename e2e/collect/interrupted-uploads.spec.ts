import type { Page } from '@playwright/test'
import { expect, test } from '#e2e/support/fixtures.ts'
import { acceptKinds, chooseRecording, limitUpload, makeRecording } from '#e2e/support/recordings.ts'
import type { TestSpace } from '#test/support/product/make-space.ts'
import { makeSpace } from '#test/support/product/make-space.ts'
import { startServer } from '#test/support/server-process.ts'

const MB = 1_000_000
const thanks = 'Thank you, Ines.'
const there = 'It is there. Press Send when you are ready.'

async function sent(space: TestSpace) {
	const { data } = await space.client.from('testimonials').select('kind, media(bytes)').throwOnError()
	return data
}

/**
 * Chooses a padded video and waits until some of it is on the server. The rest then takes minutes, so that what follows
 * happens during the upload on a busy machine too, until `limitUpload(page, 0)`.
 */
async function beginUpload(page: Page, address: string, bytes: number): Promise<number> {
	const file = await makeRecording('video', 2, bytes)
	await page.goto(address, { waitUntil: 'networkidle' })
	await page.getByRole('radio', { name: 'Video' }).check()
	await limitUpload(page, 2 * MB)
	await page.locator('#recording input[type=file]').first().setInputFiles(file)
	await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Ines')
	await expect(page.getByText(/^([7-9]|1\d) of \d+ MB$/)).toBeVisible()
	await limitUpload(page, MB / 10)
	await expect(page.getByText('Draft kept on this device')).toBeVisible()
	return file.buffer.length
}

/** Methods of the requests that the page makes for uploads from now on. */
const uploadRequests = (page: Page): string[] => {
	const methods: string[] = []
	page.on('request', (request) => {
		if (/\/v1\/.*upload/.test(request.url())) methods.push(request.method())
	})
	return methods
}

const bodies = (page: Page) => {
	const bytes: number[] = []
	page.on('request', (request) => {
		if (request.method() === 'PATCH') bytes.push(Number(request.headers()['upload-offset']))
	})
	return bytes
}

test('a reload in the middle of an upload goes on where it was, and a pressed Send still goes out', {
	tag: '@each',
}, async ({ phone, server, space }) => {
	await acceptKinds(space, ['text', 'video'])
	const bytes = await beginUpload(phone, `${server.url}/collect/${space.slug}`, 20 * MB)
	await phone.getByRole('button', { name: 'Send' }).click()
	await expect(phone.getByRole('button', { name: 'Sending when your video is there' })).toBeVisible()
	const offsets = bodies(phone)
	await phone.reload()
	await limitUpload(phone, 0)
	await expect(phone.getByRole('heading', { level: 1 })).toContainText(thanks)
	expect(await sent(space)).toEqual([{ kind: 'video', media: [{ bytes }] }])
	expect(offsets[0]).toBeGreaterThan(0)
})

test('an upload rests offline, the queued testimonial goes out once when the network returns', async ({
	phone,
	server,
	space,
}) => {
	await acceptKinds(space, ['text', 'video'])
	const bytes = await beginUpload(phone, `${server.url}/collect/${space.slug}`, 20 * MB)
	await phone.context().setOffline(true)
	await expect(phone.getByText('You are offline. It is safe on this device')).toBeVisible()
	await phone.getByRole('button', { name: 'Send' }).click()
	await expect(phone.getByRole('button', { name: 'Sending when your video is there' })).toBeVisible()
	await phone.context().setOffline(false)
	await expect(phone.getByText(/It goes on from \d+ MB/)).toBeVisible()
	await limitUpload(phone, 0)
	await expect(phone.getByRole('heading', { level: 1 })).toContainText(thanks)
	expect(await sent(space)).toEqual([{ kind: 'video', media: [{ bytes }] }])
})

test('a file that is chosen offline is uploaded when the network returns', async ({ phone, server, space }) => {
	await acceptKinds(space, ['text', 'video'])
	await phone.goto(`${server.url}/collect/${space.slug}`, { waitUntil: 'networkidle' })
	await phone.getByRole('radio', { name: 'Video' }).check()
	await expect(phone.getByRole('button', { name: 'Record a video' })).toBeVisible()
	await phone.context().setOffline(true)
	await phone
		.locator('#recording input[type=file]')
		.first()
		.setInputFiles(await makeRecording('video'))
	await expect(phone.getByText('You are offline. It is safe on this device')).toBeVisible()
	await phone.context().setOffline(false)
	await expect(phone.getByText(there)).toBeVisible()
	await phone.getByRole('textbox', { name: 'Name', exact: true }).fill('Ines')
	await phone.getByRole('button', { name: 'Send' }).click()
	await expect(phone.getByRole('heading', { level: 1 })).toContainText(thanks)
	expect(await sent(space)).toHaveLength(1)
})

test('two tabs with one draft upload it once: the other shows how far it is', async ({ phone, server, space }) => {
	await acceptKinds(space, ['text', 'video'])
	const address = `${server.url}/collect/${space.slug}`
	await beginUpload(phone, address, 20 * MB)
	const other = await phone.context().newPage()
	const uploads = uploadRequests(other)
	await other.goto(address)
	await expect(other.getByText('Another tab of this page is uploading it.')).toBeVisible()
	await expect(other.getByText(/[1-9]\d* of 19 MB/)).toBeVisible()
	await limitUpload(phone, 0)
	await expect(phone.getByText(there)).toBeVisible()
	await expect(other.getByText(there)).toBeVisible()
	// A browser can grant the lock before it delivers what was stored; the tab then asks the server, and sends nothing.
	expect(uploads.filter((method) => method !== 'HEAD')).toEqual([])
	await other.getByRole('button', { name: 'Send' }).click()
	await expect(other.getByRole('heading', { level: 1 })).toContainText(thanks)
	expect(await sent(space)).toHaveLength(1)
})

test('the other tab takes over when the one that uploads is closed', async ({ phone, server, space }) => {
	await acceptKinds(space, ['text', 'video'])
	const address = `${server.url}/collect/${space.slug}`
	await beginUpload(phone, address, 20 * MB)
	const other = await phone.context().newPage()
	await other.goto(address)
	await expect(other.getByText('Another tab of this page is uploading it.')).toBeVisible()
	await phone.close()
	await expect(other.getByText(there)).toBeVisible()
})

test('an upload goes on by itself after the server was killed and came back', async ({ browser }) => {
	const server = await startServer({ RATE_LIMITS: 'off' })
	const space = await makeSpace(server.url)
	await acceptKinds(space, ['text', 'video'])
	const page = await browser.newPage({ viewport: { width: 360, height: 740 } })
	const bytes = await beginUpload(page, `${server.url}/collect/${space.slug}`, 20 * MB)
	await server.kill()
	await expect(page.getByText('The server cannot be reached.')).toBeVisible()
	await page.getByRole('button', { name: 'Send' }).click()
	await server.restart()
	await limitUpload(page, 0)
	await expect(page.getByRole('heading', { level: 1 })).toContainText(thanks)
	expect(await sent(space)).toEqual([{ kind: 'video', media: [{ bytes }] }])
	await page.close()
	await server.stop()
})

test('a recording that was sent in one tab is gone in the other, where Send asks for one', async ({
	phone,
	server,
	space,
}) => {
	await acceptKinds(space, ['text', 'video'])
	const address = `${server.url}/collect/${space.slug}`
	await chooseRecording(phone, address, 'Video', await makeRecording('video'))
	await phone.getByRole('textbox', { name: 'Name', exact: true }).fill('Ines')
	await expect(phone.getByText(there)).toBeVisible()
	await expect(phone.getByText('Draft kept on this device')).toBeVisible()
	const other = await phone.context().newPage()
	await other.goto(address)
	await expect(other.getByText(there)).toBeVisible()
	await phone.getByRole('button', { name: 'Send' }).click()
	await expect(phone.getByRole('heading', { level: 1 })).toContainText(thanks)
	await other.getByRole('button', { name: 'Send' }).click()
	await expect(other.getByRole('button', { name: 'Record a video' })).toBeVisible()
	await other.getByRole('button', { name: 'Send' }).click()
	await expect(other.getByRole('alert')).toContainText('Record a video or choose a file')
	expect(await sent(space)).toHaveLength(1)
})
