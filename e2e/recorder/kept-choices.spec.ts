import type { Page } from '@playwright/test'
import { expect } from '#e2e/support/fixtures.ts'
import { setHidden } from '#e2e/support/set-hidden.ts'
import { test, withFakeDevices } from './recorder-fixtures.ts'
import { button, expectRecorded, record, spoken, startWithoutCountdown, stopClock } from './recorder-steps.ts'

test.use({
	launchOptions: {
		...withFakeDevices,
		args: withFakeDevices.args.map((arg) =>
			arg === '--use-fake-device-for-media-stream' ? `${arg}=device-count=2` : arg,
		),
	},
})

const camera = (page: Page) => page.getByRole('combobox', { name: 'Camera' })

test('a camera that was chosen is used again after a retake, and another one when it is gone', async ({
	page,
	openPage,
}) => {
	await openPage(page)
	await button(page, 'Record').click()
	await camera(page).selectOption({ index: 1 })
	await expect(camera(page)).toHaveJSProperty('selectedIndex', 1)
	await startWithoutCountdown(page)
	await expectRecorded(page, 1)
	await button(page, 'Stop recording').click()
	await button(page, 'Retake').click()
	await button(page, 'Throw away and record again').click()
	await expect(button(page, 'Start recording')).toBeVisible()
	await expect(camera(page)).toHaveJSProperty('selectedIndex', 1)
	// No fake device can be unplugged.
	await page.evaluate(() => {
		const open = MediaDevices.prototype.getUserMedia
		MediaDevices.prototype.getUserMedia = function (wanted) {
			if (JSON.stringify(wanted).includes('exact')) throw new DOMException('It is gone.', 'OverconstrainedError')
			return open.call(this, wanted)
		}
		window.firstTrack().dispatchEvent(new Event('ended'))
	})
	await expect(camera(page)).toHaveJSProperty('selectedIndex', 0)
	await expect(button(page, 'Start recording')).toBeVisible()
})

test('after the question whether to record again, focus is back on the button that asked', async ({
	page,
	openPage,
}) => {
	await openPage(page)
	await record(page, 1)
	await button(page, 'Pause').click()
	for (let time = 0; time < 2; time++) {
		await button(page, 'Retake').click()
		await button(page, 'Keep this take').click()
		await expect(button(page, 'Retake')).toBeFocused()
	}
	await button(page, 'Finish').click()
	await button(page, 'Retake').click()
	await button(page, 'Keep this take').click()
	await expect(button(page, 'Retake')).toBeFocused()
})

test('a page that is left during the countdown does not record', async ({ page, openPage }) => {
	await page.clock.install()
	await openPage(page)
	await button(page, 'Record').click()
	await expect(button(page, 'Start recording')).toBeVisible()
	await stopClock(page)
	await button(page, 'Start recording').click()
	await expect(button(page, 'Start now')).toBeVisible()
	await setHidden(page, true)
	await page.clock.resume()
	await expect(page.getByRole('heading', { name: 'Paused at 0:00 of 2:00' })).toBeVisible()
	await setHidden(page, false)
	await button(page, 'Go on recording').click()
	await expectRecorded(page, 1)
})

test('a recording that a call interrupts goes on only once the call has given the microphone back', async ({
	page,
	openPage,
}) => {
	await openPage(page)
	await record(page, 1)
	// Only a phone mutes a track.
	const mute = (isMuted: boolean) =>
		page.evaluate((muted) => {
			const track = window.firstTrack()
			Object.defineProperty(track, 'muted', { value: muted, configurable: true })
			if (muted) track.dispatchEvent(new Event('mute'))
		}, isMuted)
	await mute(true)
	await expect(spoken(page)).toContainText('Something else took the microphone or the camera')
	await button(page, 'Go on recording').click()
	await expect(page.getByRole('heading', { name: /^Paused at/ })).toBeVisible()
	await mute(false)
	await button(page, 'Go on recording').click()
	await expectRecorded(page, 2)
})

test('a microphone whose level cannot be measured is recorded, and the visitor is not called silent', async ({
	page,
	openPage,
}) => {
	await page.addInitScript(() => {
		AudioContext.prototype.createMediaStreamSource = () => {
			throw new DOMException('Another sample rate', 'NotSupportedError')
		}
	})
	await page.clock.install()
	await openPage(page, { kind: 'audio' })
	await button(page, 'Record').click()
	await expect(button(page, 'Start recording')).toBeVisible()
	await page.clock.runFor(10_000)
	await expect(page.getByText('Say a word or two.')).toBeVisible()
	await expect(page.getByText('Silence')).toHaveCount(0)
	await startWithoutCountdown(page)
	await expect(button(page, 'Stop recording')).toBeVisible()
})

test('takes older than seven days are deleted when the recorder opens', async ({ page, openPage }) => {
	await openPage(page)
	await record(page, 1)
	const kept = () => page.evaluate(async () => (await window.takes.list()).length)
	await expect.poll(kept).toBe(1)
	await page.reload()
	// The lock of the former page may be held for a moment.
	await expect.poll(kept).toBe(1)
	await page.clock.setFixedTime(Date.now() + 6.9 * 86_400_000)
	await button(page, 'Record').click()
	await expect(button(page, 'Start recording')).toBeVisible()
	expect(await kept()).toBe(1)
	await page.keyboard.press('Escape')
	await page.clock.setFixedTime(Date.now() + 7.1 * 86_400_000)
	await button(page, 'Record').click()
	await expect.poll(kept).toBe(0)
})
