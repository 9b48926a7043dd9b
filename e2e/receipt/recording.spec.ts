import type { Page } from '@playwright/test'
import { expectAccessibleInBothSchemes } from '#e2e/support/expect-accessible.ts'
import { expect, test } from '#e2e/support/fixtures.ts'
import { flowWidths } from '#e2e/support/flow-widths.ts'
import { acceptKinds, limitUpload, makeRecording, processed } from '#e2e/support/recordings.ts'
import { submitTestimonial, type TestSpace } from '#test/support/product/make-space.ts'
import { uploadRecording, webm } from '#test/support/product/upload-recording.ts'

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

for (const width of flowWidths(360))
	test(`every state of a recording is accessible in light and dark at ${width} px`, async ({ page, server, space }) => {
		await page.setViewportSize({ width, height: 800 })
		const video = await sendRecording(server.url, space, 'video')
		await isReady(space, video.id)
		await approve(space, video.id)
		await page.goto(video.receipt_url)
		await expect(player(page)).toBeVisible()
		await expectAccessibleInBothSchemes(page, 'a public video')
		await page.screenshot({ path: `.cache/pictures/receipt-video-${width}.png`, fullPage: true })
		const broken = await sendRecording(server.url, space, 'video', { bytes: webm(5000) })
		await page.goto(broken.receipt_url)
		await expect(page.getByText('Your video could not be prepared', { exact: true })).toBeVisible(processed)
		await expect(page.getByText('The file cannot be read.').first()).toBeVisible()
		await expectAccessibleInBothSchemes(page, 'a video that failed')
		await page.screenshot({ path: `.cache/pictures/receipt-failed-${width}.png` })
		await page.getByRole('link', { name: 'Send another recording' }).click()
		await expect(page.getByRole('button', { name: 'Record it again' })).toBeInViewport()
		const audio = await sendRecording(server.url, space, 'audio', { locale: 'ar', author: { name: 'ليلى' } })
		await isReady(space, audio.id)
		await page.goto(audio.receipt_url)
		await expect(page.locator('audio')).toBeVisible()
		await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
		await expectAccessibleInBothSchemes(page, 'a voice recording in Arabic')
		await page.emulateMedia({ colorScheme: 'dark' })
		await page.screenshot({ path: `.cache/pictures/receipt-audio-ar-${width}.png` })
		const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
		expect(overflow).toBeLessThanOrEqual(0)
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
	await expectAccessibleInBothSchemes(phone, 'a new recording before it is sent')
	await phone.locator('#replace').screenshot({ path: '.cache/pictures/receipt-replace-360.png' })
	await expect(phone.getByRole('button', { name: 'Record it again' })).toBeHidden()
	await phone.getByRole('button', { name: 'Send the new video' }).click()
	await expect(phone.getByText('Your new video has arrived.')).toBeVisible()
	const [former, next] = [phone.locator('figure').first(), phone.locator('figure').last()]
	await expect(former).toContainText('On the wall now')
	await expect(next).toContainText('Waits for Northlight Frames')
	await expect(player(phone)).toHaveCount(2, processed)
	await expectAccessibleInBothSchemes(phone, 'two recordings')
	await phone.screenshot({ path: '.cache/pictures/receipt-two-360.png', fullPage: true })
	await approve(space, sent.id)
	await phone.reload()
	await expect(player(phone)).toHaveCount(1)
	await expect(phone.getByText('On the wall now')).toBeHidden()
})

test('a new recording and its upload survive a reload, and can be cancelled at any time', async ({
	phone,
	server,
	space,
}) => {
	const sent = await sendRecording(server.url, space, 'video')
	await isReady(space, sent.id)
	await phone.goto(sent.receipt_url)
	await limitUpload(phone, 50_000)
	await chooseFile(phone, 2, 3_000_000)
	await expect(phone.getByRole('progressbar', { name: 'Uploading your video' })).toBeVisible()
	await phone.getByRole('button', { name: 'Send the new video' }).click()
	await expect(phone.getByRole('button', { name: 'It is sent when the upload is done' })).toBeVisible()
	await phone.getByRole('button', { name: 'Do not send it yet' }).click()
	await expect(phone.getByRole('button', { name: 'Send the new video' })).toBeVisible()
	await phone.reload()
	await limitUpload(phone, 0)
	await expect(phone.getByText('It is uploaded, and Northlight Frames does not have it yet.')).toBeVisible()
	await phone.getByRole('button', { name: 'Remove' }).click()
	await phone.getByRole('button', { name: 'Delete it' }).click()
	await expect(phone.getByRole('button', { name: 'Record it again' })).toBeVisible()
	await phone.reload()
	await expect(phone.getByRole('button', { name: 'Record it again' })).toBeVisible()
	await expect(phone.getByText('It is uploaded')).toHaveCount(0)
	await expect(player(phone)).toHaveCount(1)
})

test('a refusal keeps the new recording and says what to do', async ({ phone, server, space }) => {
	const sent = await sendRecording(server.url, space, 'video')
	await phone.goto(sent.receipt_url)
	await phone
		.locator('#other-file')
		.setInputFiles({ name: 'a.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF') })
	await expect(phone.getByText('Choose a video file, for example MP4 or MOV.')).toBeVisible()
	await chooseFile(phone)
	await expect(phone.getByText('It is uploaded')).toBeVisible()
	await phone.route('**/functions/v1/receipt', (route) => route.abort())
	await phone.getByRole('button', { name: 'Send the new video' }).click()
	await expect(phone.getByText('It was not sent: the server cannot be reached.')).toBeVisible()
	await expectAccessibleInBothSchemes(phone, 'a recording that was not sent')
	await phone.unroute('**/functions/v1/receipt')
	await phone.getByRole('button', { name: 'Send the new video' }).click()
	await expect(phone.getByText('Your new video has arrived, and waits for Northlight Frames.')).toBeVisible()
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

test('without JavaScript a video can be watched, withdrawn and erased', async ({ browser, server, space }) => {
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
