import { expectAccessible } from '#e2e/support/expect-accessible.ts'
import { expect } from '#e2e/support/fixtures.ts'
import { chromium } from '#test/support/browser/chromium.ts'
import { test } from './recorder-fixtures.ts'

test.use({ launchOptions: { ...chromium, args: [...chromium.args, '--use-fake-ui-for-media-stream'] } })

test('a missing camera leads to the voice, and a missing microphone to a file', async ({ page, openPage }) => {
	await openPage(page)
	await page.getByRole('button', { name: 'Record' }).click()
	await expect(page.getByRole('heading', { name: 'We found no camera' })).toBeVisible()
	await expectAccessible(page, 'no camera')
	await page.getByRole('button', { name: 'Record your voice' }).click()
	await expect(page.getByRole('heading', { name: 'We found no microphone' })).toBeVisible()
	await expect(page.getByRole('button', { name: 'Choose a file' })).toBeVisible()
})

test('a form without audio does not offer the voice', async ({ page, openPage }) => {
	await openPage(page, { withoutAudio: true })
	await page.getByRole('button', { name: 'Record' }).click()
	await expect(page.getByText('or choose a video that you already have').last()).toBeVisible()
	await expect(page.getByRole('button', { name: 'Record your voice' })).toHaveCount(0)
})
