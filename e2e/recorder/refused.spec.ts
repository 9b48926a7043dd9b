import { expectAccessible } from '#e2e/support/expect-accessible.ts'
import { expect } from '#e2e/support/fixtures.ts'
import { flowWidths } from '#e2e/support/flow-widths.ts'
import { chromium } from '#test/support/browser/chromium.ts'
import { test } from './recorder-fixtures.ts'

const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'

test.use({
	launchOptions: {
		...chromium,
		args: [...chromium.args, '--use-fake-device-for-media-stream', '--deny-permission-prompts'],
	},
})

for (const width of flowWidths(360))
	test(`a refusal is explained at ${width} px, with three ways on`, async ({ page, openPage }) => {
		await page.setViewportSize({ width, height: 740 })
		await openPage(page)
		await page.getByRole('button', { name: 'Record' }).click()
		await expect(page.getByRole('heading', { name: 'The camera is not allowed here' })).toBeVisible()
		await expect(page.getByRole('dialog').getByRole('status').first()).toContainText('start of the address bar')
		await expect(page.getByRole('button', { name: 'Try again' })).toBeFocused()
		await expectAccessible(page, 'refused')
		await page.getByRole('button', { name: 'Try again' }).click()
		await expect(page.getByRole('button', { name: 'Try again' })).toBeFocused()
		await page.getByRole('button', { name: 'Choose a file' }).click()
		await expect(page.locator('#log')).toHaveText('choose a file')
	})

test('on a phone its own camera is offered', async ({ browser, openPage }) => {
	const page = await browser.newPage({
		userAgent: `${iphone} Version/18.5 Mobile/15E148 Safari/604.1`,
		viewport: { width: 360, height: 740 },
	})
	await openPage(page)
	await page.getByRole('button', { name: 'Record' }).click()
	await expect(page.getByText('Tap the page menu in the address bar').last()).toBeVisible()
	await page.getByRole('button', { name: 'Use the phone’s camera' }).click()
	await expect(page.locator('#log')).toHaveText('device camera')
})

test('inside another app the way to the browser comes first, and the link can be copied', async ({
	browser,
	openPage,
}) => {
	const context = await browser.newContext({
		userAgent: `${iphone} Mobile/15E148 Instagram 390.0.0.29.81`,
		viewport: { width: 360, height: 740 },
		permissions: ['clipboard-write', 'clipboard-read'],
	})
	const page = await context.newPage()
	await openPage(page)
	await page.getByRole('button', { name: 'Record' }).click()
	await expect(page.getByRole('heading', { name: 'This app keeps the camera to itself' })).toBeVisible()
	const link = page.getByRole('link', { name: 'Open in your browser' })
	await expect(link).toBeFocused()
	await expect(link).toHaveAttribute('href', /^x-safari-http:\/\/localhost/)
	await page.getByRole('button', { name: 'Copy the link' }).click()
	await expect(page.getByText('Link copied.').last()).toBeVisible()
	expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url())
	await expectAccessible(page, 'inside an app')
	await context.close()
})
