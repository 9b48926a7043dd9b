import type { Page } from '@playwright/test'
import { expect, test } from '#e2e/support/fixtures.ts'
import { acceptKinds, makeRecording, processed } from '#e2e/support/recordings.ts'
import { submitTestimonial, type TestSpace } from '#test/support/product/make-space.ts'
import { uploadRecording } from '#test/support/product/upload-recording.ts'

/** Sends a recording as a visitor. @returns the id and the private link */
async function sendRecording(
	url: string,
	space: TestSpace,
	kind: 'video' | 'audio',
	{ bytes, ...fields }: { bytes?: Buffer } & Record<string, unknown> = {},
): Promise<{ id: string; receipt_url: string }> {
	await acceptKinds(space, ['text', kind])
	const file = bytes ?? (await makeRecording(kind)).buffer
	const upload = await uploadRecording({ fetch, url }, space.slug, kind, file)
	return submitTestimonial(url, space, { kind, body: '', media: [upload], ...fields })
}

const approve = (space: TestSpace, id: string) =>
	space.client.from('testimonials').update({ status: 'approved' }).eq('id', id).throwOnError()
const isReady = (space: TestSpace, id: string) =>
	expect
		.poll(async () => {
			const { data } = await space.client.from('media').select('state').eq('testimonial_id', id).throwOnError()
			return data?.map(({ state }) => state)
		}, processed)
		.toContain('ready')
const player = (page: Page) => page.locator('#recordings video')
const chooseFile = async (page: Page, seconds = 2, bytes = 0) =>
	page.locator('#other-file').setInputFiles(await makeRecording('video', seconds, bytes))

test('the page of a video follows its processing and then plays it, without a reload', async ({
	phone,
	server,
	space,
}) => {
	const sent = await sendRecording(server.url, space, 'video')
	await phone.goto(sent.receipt_url)
	await expect(phone.getByRole('heading', { level: 1 })).toHaveText('Your video for Northlight Frames')
	await phone.evaluate(() => Object.assign(window, { isSame: true }))
	await expect(player(phone)).toBeVisible(processed)
	expect(await phone.evaluate(() => 'isSame' in window)).toBe(true)
	const size = await player(phone).boundingBox()
	expect(size?.width).toBeLessThanOrEqual(320)
	// Nothing is loaded before Play.
	expect(await player(phone).evaluate((video: HTMLVideoElement) => video.networkState)).toBeLessThanOrEqual(1)
	await player(phone).evaluate((video: HTMLVideoElement) => {
		video.muted = true
		return video.play()
	})
	await expect.poll(() => player(phone).evaluate((video: HTMLVideoElement) => video.currentTime)).toBeGreaterThan(0)
	const download = phone.waitForEvent('download')
	await phone.getByRole('link', { name: 'Download what you sent' }).click()
	expect((await download).suggestedFilename()).toBe('my-recording.mp4')
})

test('another file replaces a public video, which stays public until the new one is approved', async ({
	phone,
	server,
	space,
}) => {
	const sent = await sendRecording(server.url, space, 'video')
	await isReady(space, sent.id)
	await approve(space, sent.id)
	await phone.goto(sent.receipt_url)
	await expect(phone.getByText('The one that is public now stays up until then.')).toBeVisible()
	await chooseFile(phone)
	await expect(phone.getByText('It is uploaded, and Northlight Frames does not have it yet.')).toBeVisible()
	await expect(phone.getByRole('button', { name: 'Record it again' })).toBeHidden()
	await phone.getByRole('button', { name: 'Send the new video' }).click()
	await expect(phone.getByText('Your new video has arrived.')).toBeVisible()
	const [former, next] = [phone.locator('figure').first(), phone.locator('figure').last()]
	await expect(former).toContainText('On the wall now')
	await expect(next).toContainText('Waits for Northlight Frames')
	await expect(player(phone)).toHaveCount(2, processed)
	await approve(space, sent.id)
	await phone.reload()
	await expect(player(phone)).toHaveCount(1)
	await expect(phone.getByText('On the wall now')).toBeHidden()
})

test('the page of a video works by keyboard, and the recorder opens on it', async ({ browser, server, space }) => {
	const sent = await sendRecording(server.url, space, 'video')
	await isReady(space, sent.id)
	const context = await browser.newContext({
		viewport: { width: 1280, height: 800 },
		permissions: ['camera', 'microphone'],
	})
	const page = await context.newPage()
	await page.goto(sent.receipt_url)
	const again = page.getByRole('button', { name: 'Record it again' })
	await expect(again).toBeVisible()
	await player(page).focus()
	for (
		let presses = 0;
		presses < 30 && !(await again.evaluate((button) => button === document.activeElement));
		presses++
	)
		await page.keyboard.press('Tab')
	await expect(again).toBeFocused()
	await page.keyboard.press('Enter')
	await expect(page.getByRole('dialog', { name: 'Your video for Northlight Frames' })).toBeVisible()
	await page.keyboard.press('Escape')
	await expect(page.getByRole('dialog')).toHaveCount(0)
	await expect(again).toBeFocused()
	await context.close()
})

test('without JavaScript a video can be watched, withdrawn and erased', { tag: '@each' }, async ({
	browser,
	server,
	space,
}) => {
	const sent = await sendRecording(server.url, space, 'video')
	const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 360, height: 740 } })
	const page = await context.newPage()
	await page.goto(sent.receipt_url)
	await isReady(space, sent.id)
	await page.reload()
	await expect(player(page)).toBeVisible()
	await expect(page.locator('#replace noscript p')).toBeVisible()
	await expect(page.getByRole('button', { name: 'Record it again' })).toBeHidden()
	await page.getByRole('button', { name: 'Withdraw' }).click()
	await expect(page.getByText('Withdrawn on')).toBeVisible()
	await page.locator('summary', { hasText: 'Erase' }).click()
	await page.getByRole('button', { name: 'Erase for good' }).click()
	await expect(page.getByText('Your video, your words, your name')).toBeVisible()
	const { data } = await space.client.from('media').select('id').eq('testimonial_id', sent.id).throwOnError()
	expect(data).toEqual([])
	await context.close()
})

test('the script of the page stays small, and calls no third party', async ({ page, server, space }) => {
	const sent = await sendRecording(server.url, space, 'video')
	await isReady(space, sent.id)
	const scripts: number[] = []
	page.on('response', async (response) => {
		if (response.url().endsWith('.js')) scripts.push(Number(response.headers()['content-length']))
	})
	await page.goto(sent.receipt_url, { waitUntil: 'networkidle' })
	expect(scripts.reduce((sum, bytes) => sum + bytes, 0)).toBeLessThan(3 * 1024)
})
