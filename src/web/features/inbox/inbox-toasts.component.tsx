import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { answer, failure } from '#test/support/components/answers.ts'
import { answerInbox } from '#test/support/components/inbox.ts'
import { openScreen } from '#test/support/components/open-screen.tsx'

/** Elements that must stay free and lie under a toast; null while there is no toast. */
function covered(): string[] | null {
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
}

/** Toasts stay while the page is hidden: a busy machine takes longer to open a dialog than they last. */
function hidePage(): void {
	Object.defineProperty(document, 'hidden', { configurable: true, value: true })
	document.dispatchEvent(new Event('visibilitychange'))
}

for (const [device, width, height] of [
	['a small phone', 320, 640],
	['a phone', 390, 844],
	['a tablet', 768, 1024],
	['a desktop', 1280, 720],
] as const)
	test(`on ${device} toasts cover neither decisions nor the buttons of a dialog`, async () => {
		answerInbox(['Ada', 'Ben', 'Cleo'].map((author_name) => ({ author_name })))
		// A decision that is refused is the one that says so in a toast.
		answer({ 'PATCH /rest/v1/testimonials': () => failure(403, '42501') })
		await page.viewport(width, height)
		await openScreen('inbox')
		const free = () => expect.poll(covered).toEqual([])
		await page.getByRole('link', { name: 'Cleo' }).first().click()
		hidePage()
		try {
			await page
				.getByRole('toolbar')
				.getByRole('button', { name: /^Approve/ })
				.first()
				.click()
			await free()

			// A dialog that opens while the toast is shown.
			const back = page.getByRole('button', { name: 'Back to the list' })
			if (back.query()) await back.click()
			await page.getByRole('button', { name: 'Add a testimonial' }).click()
			await expect.element(page.getByRole('dialog').getByRole('button', { name: 'Add testimonial' })).toBeInViewport()
			await free()
			await userEvent.keyboard('{Escape}')
			if (width < 720) return

			// The bar of selected ones, and a key that only explains itself.
			await userEvent.keyboard('x')
			await expect.element(page.getByRole('toolbar', { name: 'Selected testimonials' })).toBeVisible()
			await userEvent.keyboard('e')
			await free()
		} finally {
			Reflect.deleteProperty(document, 'hidden')
		}
	})
