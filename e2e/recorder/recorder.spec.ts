import type { Page } from '@playwright/test'
import { expectAccessible } from '#e2e/support/expect-accessible.ts'
import { expect } from '#e2e/support/fixtures.ts'
import { flowWidths } from '#e2e/support/flow-widths.ts'
import { test, withFakeDevices } from './recorder-fixtures.ts'
import {
	button,
	expectRecorded,
	pressAtOnce,
	record,
	spoken,
	startWithoutCountdown,
	stopClock,
	usedTake,
} from './recorder-steps.ts'

test.use({ launchOptions: withFakeDevices })

async function expectToFit(page: Page) {
	expect(await page.evaluate(() => document.querySelector('dialog')?.scrollWidth)).toBe(page.viewportSize()?.width)
}

for (const width of flowWidths(360))
	test(`a video is checked, recorded, paused, trimmed and used at ${width} px, and each state is spoken and accessible`, async ({
		page,
		openPage,
	}) => {
		const faults: string[] = []
		page.on('console', (message) => message.text().includes('Content Security') && faults.push(message.text()))
		page.on('pageerror', ({ message }) => faults.push(message))
		await page.setViewportSize({ width, height: 740 })
		await openPage(page)
		await button(page, 'Record').click()
		await expect(spoken(page)).toHaveText(/Nothing is recorded yet|We hear you/)
		await expect(page.getByText('There is room for it here.')).toBeVisible()
		await expect(page.getByText('We hear you').last()).toBeVisible()
		await expectAccessible(page, 'check')
		await expectToFit(page)
		await button(page, 'Start recording').click()
		await expect(spoken(page)).toHaveText('Recording starts in three seconds.')
		await expectAccessible(page, 'countdown')
		await expectRecorded(page, 2, '2:00')
		await expectAccessible(page, 'recording')
		await expectToFit(page)
		await button(page, 'Next').click()
		await expect(page.getByText('What surprised you?').last()).toBeVisible()
		await expect(spoken(page)).toHaveText('What surprised you?')
		await button(page, 'Pause').click()
		await expect(spoken(page)).toHaveText(/^Paused at \d+ seconds/)
		await expectAccessible(page, 'paused')
		await button(page, 'Go on recording').click()
		await expectRecorded(page, 6, '2:00')
		await button(page, 'Stop recording').click()
		await expect(spoken(page)).toHaveText(/^Recorded, \d+ seconds/)
		await expect(page.getByRole('slider', { name: 'Position' })).toHaveAttribute('max', /^([6-9]|\d\d)\./)
		await expectAccessible(page, 'review')
		await expectToFit(page)
		await button(page, 'Play').click()
		await expect(page.getByRole('slider', { name: 'Position' })).not.toHaveValue('0')
		await button(page, 'Trim and cover').click()
		const start = page.getByRole('slider', { name: 'Start' })
		await expect(start).toBeEnabled()
		await start.focus()
		for (let press = 0; press < 10; press++) await page.keyboard.press('ArrowRight')
		await expect(start).toHaveAttribute('aria-valuetext', '1 second')
		await button(page, 'Start: half a second later').click()
		await button(page, 'End: half a second earlier').click()
		await expect(page.getByText(/^0:0(1\.9|2\.[01]) is left out$/)).toBeVisible()
		await page.getByRole('radio').nth(3).check({ force: true })
		await expectAccessible(page, 'trim')
		await expectToFit(page)
		const [whole] = await page.evaluate(() => window.takes.list())
		await button(page, 'Use this take').click()
		const take = await usedTake(page)
		expect(take).toMatchObject({ kind: 'video', state: 'accepted', mime: expect.stringMatching(/^video\//) })
		expect(take.seconds).toBeGreaterThan(3.5)
		expect(take.seconds).toBeLessThan((whole?.seconds ?? 0) - 1.5)
		expect(take.cover).toBeGreaterThan(take.seconds / 2)
		const kept = await page.evaluate(() => window.takes.list())
		expect(kept.map(({ id }) => id)).toEqual([take.id])
		expect(faults).toEqual([])
	})

test('the last seconds are announced, the limit ends the recording and the take is whole', async ({
	page,
	openPage,
}) => {
	await openPage(page, { max: 6 })
	await record(page, 1)
	await expect(spoken(page)).toHaveText('3 seconds left')
	await expect(page.locator('.warn')).toBeVisible()
	await expectAccessible(page, 'warning')
	await expect(page.getByText('That was the full time. Your recording is whole.').last()).toBeVisible()
	await button(page, 'Use this take').click()
	const take = await usedTake(page)
	expect(take.seconds).toBeCloseTo(6, 0)
	expect(take.bytes).toBeGreaterThan(10_000)
})

test('a reload in the middle of a recording keeps it up to the last second', async ({ page, openPage }) => {
	await openPage(page)
	await record(page, 4)
	await page.reload()
	await button(page, 'Kept take').click()
	await expect(page.getByRole('heading', { name: 'We kept your recording' })).toBeVisible()
	await expect(page.getByRole('slider', { name: 'Position' })).toHaveAttribute('max', /^([3-9]|\d\d)/)
	await expectAccessible(page, 'kept')
	const [whole] = await page.evaluate(() => window.takes.list())
	await button(page, 'Trim and cover').click()
	await button(page, 'Start: half a second later').click()
	await button(page, 'Use this take').click()
	const { seconds } = await usedTake(page)
	expect(seconds).toBeGreaterThan(2)
	expect(seconds).toBeLessThan(whole?.seconds ?? 0)
})

test('a tab that crashes while it records loses nothing but the last second', async ({ page, context, openPage }) => {
	await openPage(page)
	await record(page, 4)
	const session = await context.newCDPSession(page)
	const crashed = page.waitForEvent('crash')
	session.send('Page.crash').catch(() => undefined)
	await crashed
	const other = await context.newPage()
	await openPage(other)
	await button(other, 'Kept take').click()
	await expect(other.getByRole('slider', { name: 'Position' })).toHaveAttribute('max', /^([3-9]|\d\d)/)
	await button(other, 'Retake').click()
	await expect(button(other, 'Keep this take')).toBeFocused()
	await expectAccessible(other, 'retake')
	await button(other, 'Throw away and record again').click()
	await expect(button(other, 'Start recording')).toBeVisible()
	expect(await other.evaluate(() => window.takes.list())).toEqual([])
})

test('a take that another tab is recording is not offered', async ({ page, context, openPage }) => {
	await openPage(page)
	await record(page, 2)
	const other = await context.newPage()
	await openPage(other)
	expect(await other.evaluate(() => window.takes.list())).toEqual([])
})

test('a voice is recorded with the microphone alone, played, trimmed and used', async ({ page, openPage }) => {
	await page.setViewportSize({ width: 360, height: 740 })
	await openPage(page, { kind: 'audio' })
	await button(page, 'Record').click()
	await expect(page.getByRole('combobox')).toHaveCount(1)
	await expectAccessible(page, 'check of a voice')
	await startWithoutCountdown(page)
	await expectRecorded(page, 4)
	await expectAccessible(page, 'recording of a voice')
	await button(page, 'Stop recording').click()
	const position = page.getByRole('slider', { name: 'Position' })
	await expect(position).toHaveAttribute('max', /^([4-9]|\d\d)/)
	const length = Number(await position.getAttribute('max'))
	await expectAccessible(page, 'review of a voice')
	await button(page, 'Trim').click()
	await button(page, 'Start: half a second later').click()
	await button(page, 'Start: half a second later').click()
	await expectAccessible(page, 'trim of a voice')
	await button(page, 'Use this take').click()
	const take = await usedTake(page)
	expect(take).toMatchObject({ kind: 'audio', cover: null, mime: expect.stringMatching(/^audio\//) })
	expect(take.seconds).toBeLessThan(length - 0.7)
})

test('a recording is made with the keyboard alone, and Escape does not end it', async ({ page, openPage }) => {
	await page.clock.install()
	await openPage(page)
	await page.keyboard.press('Tab')
	await page.keyboard.press('Enter')
	await expect(button(page, 'Start recording')).toBeFocused()
	await stopClock(page)
	await page.keyboard.press('Enter')
	await expect(button(page, 'Start now')).toBeFocused()
	await page.keyboard.press('Enter')
	await page.clock.resume()
	await expect(button(page, 'Pause')).toBeFocused()
	for (let press = 0; press < 3; press++) await page.keyboard.press('Escape')
	await expectRecorded(page, 2)
	await page.keyboard.press('Space')
	await expect(button(page, 'Go on recording')).toBeFocused()
	await page.keyboard.press('Escape')
	await page.keyboard.press('Space')
	await expect(button(page, 'Pause')).toBeFocused()
	await page.keyboard.press('Tab')
	await expect(button(page, 'Stop recording')).toBeFocused()
	await page.keyboard.press('Enter')
	await expect(button(page, 'Play')).toBeFocused()
	await page.keyboard.press('Tab')
	await expect(page.getByRole('slider', { name: 'Position' })).toBeFocused()
	await page.keyboard.press('Tab')
	await page.keyboard.press('Enter')
	expect((await usedTake(page)).state).toBe('accepted')
	await expect(button(page, 'Record')).toBeFocused()
})

test('a recording that is stopped as it starts is named as too short, and leads to another one', async ({
	page,
	openPage,
}) => {
	await openPage(page)
	await button(page, 'Record').click()
	await expect(button(page, 'Start recording')).toBeVisible()
	await pressAtOnce(page, 'Stop recording')
	await startWithoutCountdown(page)
	await expect(page.getByRole('heading', { name: 'That was too short' })).toBeVisible()
	await expectAccessible(page, 'too short')
	expect(await page.evaluate(() => window.takes.list())).toEqual([])
	await button(page, 'Try again').click()
	await expect(button(page, 'Start recording')).toBeVisible()
})

test('a camera that another program uses is named, and can be tried again', async ({ page, openPage }) => {
	// No fake device of Chromium is ever in use.
	await page.addInitScript(() => {
		const open = MediaDevices.prototype.getUserMedia
		MediaDevices.prototype.getUserMedia = async () => {
			MediaDevices.prototype.getUserMedia = open
			throw new DOMException('Could not start video source', 'NotReadableError')
		}
	})
	await openPage(page)
	await button(page, 'Record').click()
	await expect(page.getByRole('heading', { name: 'The camera is in use' })).toBeVisible()
	await expect(spoken(page)).toContainText('Another app or tab has it. Close that one and try again, or choose a file.')
	await expectAccessible(page, 'in use')
	await button(page, 'Try again').click()
	await expect(button(page, 'Start recording')).toBeVisible()
})

test('Escape closes the device check, and the devices are let go', async ({ page, openPage }) => {
	await openPage(page)
	await button(page, 'Record').click()
	await expect(button(page, 'Start recording')).toBeVisible()
	const track = await page.evaluateHandle(() => window.firstTrack())
	await page.keyboard.press('Escape')
	await expect(page.getByRole('dialog')).toBeHidden()
	expect(await track.evaluate(({ readyState }) => readyState)).toBe('ended')
})

test('a hidden page pauses the recording, and a lost device ends it with its take', async ({ page, openPage }) => {
	await openPage(page)
	await record(page, 1)
	await page.evaluate(() => {
		Object.defineProperty(document, 'hidden', { value: true, configurable: true })
		document.dispatchEvent(new Event('visibilitychange'))
	})
	await expect(page.getByText('We paused while you were away. Everything so far is kept.').last()).toBeVisible()
	await button(page, 'Go on recording').click()
	await expectRecorded(page, 3)
	await page.evaluate(() => window.firstTrack().dispatchEvent(new Event('ended')))
	await expect(
		page.getByText('The camera or microphone was disconnected. Everything up to then is kept.').last(),
	).toBeVisible()
	await button(page, 'Use this take').click()
	expect((await usedTake(page)).seconds).toBeGreaterThan(2.5)
})

test('too little room is said before the recording', async ({ page, openPage }) => {
	// Chromium reports the same quota whatever is free.
	await page.addInitScript(() => {
		StorageManager.prototype.estimate = async () => ({ quota: 20_000_000, usage: 0 })
	})
	await openPage(page)
	await button(page, 'Record').click()
	await expect(page.getByText(/This device has about 20 MB left, and the longest recording needs 93 MB/)).toBeVisible()
	await expectAccessible(page, 'little room')
	await button(page, 'Choose a file').click()
	await expect(page.locator('#log')).toHaveText('choose a file')
})

test('a disk that becomes full ends the recording, and the take is whole up to then', async ({
	page,
	context,
	openPage,
}) => {
	await openPage(page)
	await record(page, 1)
	const session = await context.newCDPSession(page)
	await session.send('Storage.overrideQuotaForOrigin', { origin: 'http://localhost:9009', quotaSize: 1 })
	await expect(page.getByText('This device has no room left. Everything up to then is kept.').last()).toBeVisible()
	await button(page, 'Use this take').click()
	const take = await usedTake(page)
	const bytes = await page.evaluate(async (id) => (await window.takes.readTake(id)).size, take.id)
	expect(bytes).toBe(take.bytes)
})

test('without storage a recording is kept in memory and can be used in one go', async ({ page, openPage }) => {
	await page.addInitScript(() => {
		IDBFactory.prototype.open = () => {
			throw new DOMException('Storage is refused.', 'SecurityError')
		}
	})
	await openPage(page)
	await button(page, 'Record').click()
	await expect(page.getByText('This browser keeps nothing when the page closes.')).toBeVisible()
	await startWithoutCountdown(page, 'Start anyway')
	await expectRecorded(page, 2)
	await button(page, 'Stop recording').click()
	await expect(page.getByRole('slider', { name: 'Position' })).toHaveAttribute('max', /^([2-9]|\d\d)/)
	await button(page, 'Use this take').click()
	const take = await usedTake(page)
	const bytes = await page.evaluate(async (id) => (await window.takes.readTake(id)).size, take.id)
	expect(bytes).toBe(take.bytes)
})

test('the recorder is whole in Arabic from right to left and on a phone that lies', async ({ page, openPage }) => {
	await page.setViewportSize({ width: 360, height: 740 })
	await openPage(page, { lang: 'ar' })
	await button(page, 'Record').click()
	await expect(button(page, 'ابدأ التسجيل')).toBeInViewport({ ratio: 1 })
	await expectToFit(page)
	await expectAccessible(page, 'check in Arabic')
	await page.setViewportSize({ width: 740, height: 360 })
	await expect(button(page, 'ابدأ التسجيل')).toBeInViewport({ ratio: 1 })
	await expectToFit(page)
	await button(page, 'ابدأ التسجيل').click()
	await button(page, 'ابدأ الآن').click()
	await expect(page.getByText(/^0:(0[1-9]|[1-5]\d) من 2:00$/)).toBeVisible()
	await expect(button(page, 'أنهِ التسجيل')).toBeInViewport({ ratio: 1 })
	await expectToFit(page)
})
