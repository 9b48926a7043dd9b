import { expect } from '#e2e/support/fixtures.ts'
import { test, withFakeDevices } from './recorder-fixtures.ts'
import { button, record, usedTake } from './recorder-steps.ts'

test.use({ launchOptions: withFakeDevices })

// Only a browser can crash a tab, have two of one page and shrink its disk.
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
	await expect(other.getByRole('heading', { name: 'We kept your recording' })).toBeVisible()
	await expect(other.getByRole('slider', { name: 'Position' })).toHaveAttribute('max', /^([3-9]|\d\d)/)
	await button(other, 'Retake').click()
	await expect(button(other, 'Keep this take')).toBeFocused()
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

test('a disk that becomes full ends the recording, and the take is whole up to then', async ({
	page,
	context,
	openPage,
}) => {
	test.setTimeout(150_000)
	await openPage(page)
	await record(page, 1)
	const session = await context.newCDPSession(page)
	await session.send('Storage.overrideQuotaForOrigin', { origin: 'http://localhost:9009', quotaSize: 1 })
	// Chromium grants a file room ahead of its writes, which a small recording may fill after half a minute only.
	const ended = page.getByText('This device has no room left. Everything up to then is kept.').last()
	await expect(ended).toBeVisible({ timeout: 90_000 })
	await button(page, 'Use this take').click()
	const take = await usedTake(page)
	const bytes = await page.evaluate(async (id) => (await window.takes.readTake(id)).size, take.id)
	expect(bytes).toBe(take.bytes)
})
