import type { Page, Request } from '@playwright/test'
import { expectAccessibleInBothSchemes } from '#e2e/support/expect-accessible.ts'
import { expect, test } from '#e2e/support/fixtures.ts'
import { holdResponse } from '#e2e/support/hold-response.ts'
import { addPendingRecording } from '#e2e/support/recordings.ts'
import { openSignedIn } from '#e2e/support/session.ts'

const video = (page: Page) => page.locator('.recording-view video')
const timeOf = (page: Page) => video(page).evaluate((media: HTMLVideoElement) => media.currentTime)
const button = (page: Page, name: string | RegExp) =>
	page.getByRole('button', { name, exact: typeof name === 'string' })

test('a video is played, moved and slowed down by keys and controls, and loads nothing before', async ({
	page,
	server,
	space,
}) => {
	await addPendingRecording(server, space)
	const loads: string[] = []
	page.on('request', (request) => {
		if (/\.mp4/.test(request.url()) && request.method() === 'GET') loads.push(request.url())
	})
	await openSignedIn(page, server.url, space)
	await expect(page.getByRole('figure', { name: 'Video from Greta Lindholm, 0:12' })).toBeVisible()
	await expect(page.locator('.inbox-row')).toContainText('Video 0:12')
	expect(loads).toEqual([])

	await page.keyboard.press('Space')
	await expect(button(page, 'Pause')).toBeVisible()
	await expect.poll(() => timeOf(page)).toBeGreaterThan(0.3)
	await page.keyboard.press('Space')
	await expect(button(page, 'Play')).toBeVisible()
	await page.getByRole('slider', { name: 'Position' }).fill('2')
	await expect(page.getByText('0:02.00', { exact: true })).toBeVisible()
	await page.locator('.inbox-by').click()
	await page.keyboard.press('ArrowRight')
	await expect.poll(() => timeOf(page)).toBeCloseTo(7, 1)
	await page.keyboard.press('ArrowLeft')
	await expect.poll(() => timeOf(page)).toBeCloseTo(2, 1)
	await page.keyboard.press('Shift+>')
	await expect(page.getByRole('combobox', { name: 'Speed' })).toHaveValue('1.25')
	// Both keys come before the browser says that the speed has changed.
	await page.evaluate(() => {
		const down = { key: '<', code: 'Comma', shiftKey: true, bubbles: true, cancelable: true }
		for (let n = 0; n < 2; n++) document.body.dispatchEvent(new KeyboardEvent('keydown', down))
	})
	await expect.poll(() => video(page).evaluate((media: HTMLVideoElement) => media.playbackRate)).toBe(0.75)
	await button(page, 'Mute').click()
	await expect(button(page, 'Turn the sound on')).toBeVisible()
	await page.locator('.inbox-by').click()
	await page.keyboard.press('m')
	await expect(button(page, 'Mute')).toBeVisible()
	await button(page, 'Full screen').click()
	await expect(button(page, 'Leave full screen')).toBeVisible()
	await page.keyboard.press('f')
	await expect(button(page, 'Full screen')).toBeVisible()
	// In a field, they are letters.
	await button(page, 'Type captions').click()
	await page.keyboard.type('cmf jk')
	await expect(page.getByLabel('Line 1', { exact: true })).toHaveValue('cmf jk')
	await expect(button(page, 'Full screen')).toBeVisible()
	await expect(button(page, 'Mute')).toBeVisible()
	await page.locator('.inbox-by').click()

	await page.keyboard.press('?')
	await expect(page.getByText('Back, on by 5 seconds')).toBeVisible()
})

test('a video that is played before its address is known starts as soon as it is, and a new address keeps its place', async ({
	page,
	server,
	space,
}) => {
	await addPendingRecording(server, space)
	const isSigning = (request: Request) => /\/object\/sign\/recordings\/.*\.mp4/.test(request.url())
	const held = await holdResponse(page, isSigning)
	await openSignedIn(page, server.url, space)
	await held.given
	await page.keyboard.press('Space')
	await expect(button(page, 'Pause')).toBeVisible()
	await held.letGo()
	await expect.poll(() => timeOf(page)).toBeGreaterThan(0.3)
	await page.keyboard.press('Space')
	await page.getByRole('slider', { name: 'Position' }).fill('6')
	await expect.poll(() => timeOf(page)).toBeCloseTo(6, 1)

	// The address expires after an hour; a window that is shown again later gets another one.
	const address = () => video(page).evaluate((media: HTMLVideoElement) => media.src)
	const former = await address()
	await page.clock.setFixedTime(Date.now() + 3_400_000)
	await page.evaluate(() => dispatchEvent(new Event('visibilitychange')))
	await expect.poll(address).not.toBe(former)
	await expect.poll(() => timeOf(page)).toBeCloseTo(6, 1)
	await button(page, 'Play').click()
	await expect.poll(() => timeOf(page)).toBeGreaterThan(6.3)
})

test('a video that is played in the moment in which its address arrives starts', async ({ page, server, space }) => {
	await addPendingRecording(server, space)
	await page.addInitScript(() => {
		const setAttribute = Element.prototype.setAttribute
		Element.prototype.setAttribute = function (name, value) {
			if (this instanceof HTMLVideoElement && name === 'src')
				document.body.dispatchEvent(new KeyboardEvent('keydown', { key: ' ', code: 'Space', bubbles: true }))
			setAttribute.call(this, name, value)
		}
	})
	await openSignedIn(page, server.url, space)
	await expect(button(page, 'Pause')).toBeVisible()
	await expect.poll(() => timeOf(page)).toBeGreaterThan(0.3)
})

test('audio has its waveform, and the original is downloaded under the name of its author', async ({
	page,
	server,
	space,
}) => {
	await addPendingRecording(server, space, { kind: 'audio' })
	await openSignedIn(page, server.url, space)
	await expect(page.getByRole('figure', { name: 'Audio from Greta Lindholm, 0:12' })).toBeVisible()
	await expect(page.locator('.recording-view .recording-wave rect')).toHaveCount(100)
	await page.getByRole('slider', { name: 'Position' }).fill('6')
	await expect(page.locator('.recording-wave-played')).toHaveCount(50)
	await page.locator('.recording-wave-seek').click({ position: { x: 5, y: 20 } })
	await expect.poll(() => timeOf(page)).toBeLessThan(0.5)
	await button(page, 'Play').click()
	await expect(button(page, 'Pause')).toBeVisible()
	const download = page.waitForEvent('download')
	await button(page, 'Download the original').click()
	expect((await download).suggestedFilename()).toBe('Greta Lindholm.m4a')
	await expectAccessibleInBothSchemes(page, 'an audio recording')
})

test('a recording is followed while it is prepared, decided before it is ready, and tried again after a failure', async ({
	page,
	server,
	space,
}) => {
	const { mediaId, service } = await addPendingRecording(server, space, {
		columns: { state: 'processing', progress: 10, poster_path: null },
	})
	const change = (row: object) => service.from('media').update(row).eq('id', mediaId).throwOnError()
	await openSignedIn(page, server.url, space)
	await expect(page.getByText('It is being prepared for playing: 10 %')).toBeVisible()
	await expect(page.getByText('it becomes public as soon as it is ready')).toBeVisible()
	await change({ progress: 40 })
	await expect(page.locator('.inbox-row')).toContainText('Video · Preparing 40 %')
	await expect(page.locator('.recording-waiting progress')).toHaveAttribute('value', '40')
	await expectAccessibleInBothSchemes(page, 'a recording that is prepared')

	await change({ state: 'failed', problem: 'no_ffmpeg' })
	await expect(page.locator('.inbox-row')).toContainText('Needs you')
	await expect(page.getByRole('alert')).toContainText('installs the package ffmpeg')
	await expectAccessibleInBothSchemes(page, 'a recording that failed')
	await button(page, 'Try again').click()
	await expect(page.locator('.recording-waiting progress')).toBeVisible()
	await change({ state: 'ready', progress: 100, problem: null })
	await expect(page.getByRole('figure', { name: /^Video from/ })).toBeVisible()
})

test('an owner trims by handles, keys and typed times, and takes it back; the files stay', async ({
	page,
	server,
	space,
}) => {
	const { mediaId } = await addPendingRecording(server, space)
	await openSignedIn(page, server.url, space)
	const stored = async () => {
		const { data } = await space.client.from('media').select('trim_start,trim_end').eq('id', mediaId).single()
		return [data?.trim_start, data?.trim_end]
	}
	const part = page.getByRole('region', { name: 'Shown part' })
	await expect(part).toContainText('All of it, 0:12.0')
	const start = part.getByRole('slider', { name: 'Start of the shown part' })
	await start.focus()
	await page.keyboard.press('Shift+ArrowRight')
	await expect.poll(stored).toEqual([1, null])
	await part.getByRole('button', { name: 'Start: half a second later' }).click()
	await expect.poll(stored).toEqual([1.5, null])
	await part.getByLabel('End', { exact: true }).fill('9,5')
	await page.keyboard.press('Enter')
	await expect.poll(stored).toEqual([1.5, 9.5])
	await expect(part).toContainText('0:01.5 to 0:09.5, 0:08.0 of 0:12.0')

	const box = await part.getByRole('slider', { name: 'End of the shown part' }).boundingBox()
	const bar = await part.locator('.recording-trim').boundingBox()
	if (!box || !bar) throw new Error('there is no bar')
	await page.mouse.move(box.x + 5, box.y + 20)
	await page.mouse.down()
	await page.mouse.move(bar.x + bar.width / 2, box.y + 20, { steps: 5 })
	await page.mouse.up()
	await expect.poll(async () => (await stored())[1]).toBeCloseTo(6, 0)
	await page.getByRole('button', { name: 'Undo' }).click()
	await expect.poll(stored).toEqual([1.5, 9.5])

	await part.getByLabel('End', { exact: true }).fill('soon')
	await page.keyboard.press('Enter')
	await expect(part.getByRole('alert')).toContainText('Write a time such as 0:06.5')
	await page.keyboard.press('Escape')
	await part.getByRole('button', { name: 'Play the shown part' }).click()
	await expect.poll(() => timeOf(page)).toBeGreaterThan(1.5)
	await part.getByRole('button', { name: 'Show all of it' }).click()
	await expect.poll(stored).toEqual([null, null])
	await page.reload()
	await expect(part).toContainText('The file that Greta Lindholm sent stays as it is.')
	await expectAccessibleInBothSchemes(page, 'a video')
})
