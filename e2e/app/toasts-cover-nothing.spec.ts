import type { Page } from '@playwright/test'
import { expect, test } from '#e2e/support/fixtures.ts'
import { openSignedIn } from '#e2e/support/session.ts'
import { setHidden } from '#e2e/support/set-hidden.ts'
import { submitTestimonial } from '#test/support/product/make-space.ts'

/** What toasts lie over among the things that must stay free; null while there is no toast. */
function covered(page: Page): Promise<string[] | null> {
	return page.evaluate(() => {
		const visible = (one: Element) => one.getBoundingClientRect().width > 0
		const toasts = [...document.querySelectorAll('[data-sonner-toast][data-visible="true"]')].filter(visible)
		if (toasts.length === 0) return null
		const guarded = [...document.querySelectorAll('[data-keep-clear], .shell-nav')].filter(visible)
		return guarded
			.filter((one) => {
				const box = one.getBoundingClientRect()
				return toasts.some((toast) => {
					const { left, right, top, bottom } = toast.getBoundingClientRect()
					return left < box.right && right > box.left && top < box.bottom && bottom > box.top
				})
			})
			.map((one) => one.className)
	})
}

for (const [device, width, height] of [
	['a small phone', 320, 640],
	['a phone', 390, 844],
	['a tablet', 768, 1024],
	['a desktop', 1280, 720],
] as const)
	test(`on ${device} toasts cover neither decisions nor the buttons of a dialog`, async ({ page, server, space }) => {
		await page.setViewportSize({ width, height })
		for (const name of ['Ada', 'Ben', 'Cleo'])
			await submitTestimonial(server.url, space, { author: { name }, body: `${name} was there twice.` })
		await openSignedIn(page, server.url, space)
		const free = () => expect.poll(() => covered(page)).toEqual([])
		await page.locator('.inbox-row').first().click()
		// Toasts stay while the page is hidden: a busy machine takes longer to open a dialog than they last.
		await setHidden(page, true)
		const approve = page.getByRole('toolbar').getByRole('button', { name: /^Approve/ })
		await approve.and(page.locator(':visible')).first().click()
		await free()

		// A dialog that opens while the toast is shown.
		const back = page.getByRole('button', { name: 'Back to the list' })
		if (await back.isVisible()) await back.click()
		await page.getByRole('button', { name: 'Add a testimonial' }).click()
		await expect(page.getByRole('dialog').getByRole('button', { name: 'Add testimonial' })).toBeInViewport()
		await free()
		await page.keyboard.press('Escape')
		if (width < 720) return

		// The bar of selected ones, and a key that only explains itself.
		await page.keyboard.press('x')
		await expect(page.getByRole('toolbar', { name: 'Selected testimonials' })).toBeVisible()
		await page.keyboard.press('e')
		await free()
	})

test('the form of visitors shows no toasts', async ({ phone, server, space }) => {
	await phone.goto(`${server.url}/collect/${space.slug}`)
	await expect(phone.getByRole('button', { name: 'Send' })).toBeVisible()
	await expect(phone.locator('[data-sonner-toaster]')).toHaveCount(0)
})
