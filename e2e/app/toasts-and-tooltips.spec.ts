import type { Page } from '@playwright/test'
import { expect, test } from '#e2e/support/fixtures.ts'
import { openSignedIn } from '#e2e/support/session.ts'
import { submitTestimonial } from '#test/support/product/make-space.ts'

/** From here on `page.clock` controls the time. */
const stopTime = (page: Page) => page.clock.pauseAt(Date.now() + 60_000)

test('at most three toasts show at once, 356 px wide, each for four seconds', async ({ page, server, space }) => {
	await submitTestimonial(server.url, space, { author: { name: 'Ada' } })
	await page.clock.install()
	await openSignedIn(page, server.url, space)
	await expect(page.locator('.inbox-by h2')).toHaveText('Ada')
	await stopTime(page)
	// The archive key on a pending testimonial only shows an explanation.
	for (let press = 0; press < 5; press++) await page.keyboard.press('e')
	await page.clock.runFor(50)
	const toasts = page.locator('[data-sonner-toast]')
	await expect(toasts).toHaveCount(5)
	await expect(page.locator('[data-sonner-toast][data-visible="true"]')).toHaveCount(3)
	expect((await toasts.first().boundingBox())?.width).toBe(356)
	await page.clock.runFor(3_900)
	await expect(page.locator('[data-sonner-toast][data-removed="false"]')).toHaveCount(5)
	// The rest of the four seconds, and the exit animation.
	await page.clock.runFor(500)
	await expect(toasts).toHaveCount(0)
})

test('a tooltip opens after 700 ms of rest and closes by Escape', async ({ page, server, space }) => {
	await submitTestimonial(server.url, space)
	await page.clock.install()
	await openSignedIn(page, server.url, space)
	const star = page.getByRole('button', { name: 'Star', exact: true })
	await expect(star).toBeVisible()
	await stopTime(page)
	await star.hover()
	await page.clock.runFor(690)
	await expect(page.getByRole('tooltip')).toBeHidden()
	await page.clock.runFor(10)
	await expect(page.getByRole('tooltip')).toContainText('Star')
	await page.keyboard.press('Escape')
	await expect(page.getByRole('tooltip')).toBeHidden()
})
