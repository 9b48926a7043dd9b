import { expect, test } from '#e2e/support/fixtures.ts'
import { addPendingRecording } from '#e2e/support/recordings.ts'
import { openSignedIn } from '#e2e/support/session.ts'

// Storage serves ranges of a real video at a signed address, and the original under a name.
test('a video plays from its signed address, loads nothing before, and its original is downloaded', async ({
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
	expect(loads).toEqual([])
	const time = () => page.locator('.recording-view video').evaluate((media: HTMLVideoElement) => media.currentTime)
	await page.keyboard.press('Space')
	await expect.poll(time).toBeGreaterThan(0.3)
	await page.keyboard.press('Space')
	await page.getByRole('slider', { name: 'Position' }).fill('6')
	await expect.poll(time).toBeCloseTo(6, 1)
	const download = page.waitForEvent('download')
	await page.getByRole('button', { name: 'Download the original' }).click()
	expect((await download).suggestedFilename()).toBe('Greta Lindholm.mp4')
})
