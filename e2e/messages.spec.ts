import { submit } from '#test/space.ts'
import { expect, test } from './fixtures.ts'
import { openSignedIn } from './signed-in.ts'

test('at most three messages stand at once, 356 px wide, each for four seconds', async ({
	page,
	server,
	space,
}) => {
	await submit(server.url, space, { author: { name: 'Ada' } })
	await openSignedIn(page, server.url, space)
	await expect(page.locator('.inbox-by h2')).toHaveText('Ada')
	await page.evaluate(() => {
		const lives: number[] = []
		const born = new WeakMap<Node, number>()
		Object.assign(window, { lives })
		// The last one leaves together with the list that held it.
		const toastsIn = (node: Node): Element[] => {
			if (!(node instanceof Element)) return []
			const inside = [...node.querySelectorAll('[data-sonner-toast]')]
			return node.matches('[data-sonner-toast]') ? [node, ...inside] : inside
		}
		new MutationObserver((records) => {
			for (const { addedNodes, removedNodes } of records) {
				for (const toast of [...addedNodes].flatMap(toastsIn)) born.set(toast, performance.now())
				for (const toast of [...removedNodes].flatMap(toastsIn))
					lives.push(performance.now() - (born.get(toast) ?? 0))
			}
		}).observe(document.body, { childList: true, subtree: true })
	})
	// An archive key on something that is pending only explains itself.
	for (let press = 0; press < 5; press++) await page.keyboard.press('e')
	const toasts = page.locator('[data-sonner-toast]')
	await expect(toasts).toHaveCount(5)
	await expect(page.locator('[data-sonner-toast][data-visible="true"]')).toHaveCount(3)
	expect((await toasts.first().boundingBox())?.width).toBe(356)
	await expect(toasts).toHaveCount(0, { timeout: 30_000 })
	const lives = await page.evaluate(() => (window as unknown as { lives: number[] }).lives)
	expect(lives).toHaveLength(5)
	for (const life of lives) expect(life).toBeGreaterThan(3_900)
})

test('a tooltip opens after 700 ms of rest and goes by Escape', async ({ page, server, space }) => {
	await submit(server.url, space)
	await openSignedIn(page, server.url, space)
	await page.evaluate(() => {
		const times = { entered: 0, opened: 0 }
		Object.assign(window, { times })
		document.addEventListener('pointerover', ({ target }) => {
			if ((target as Element).closest('[aria-label="Star"]')) times.entered ||= performance.now()
		})
		new MutationObserver(() => {
			if (document.querySelector('[role="tooltip"]')) times.opened ||= performance.now()
		}).observe(document.body, { childList: true, subtree: true })
	})
	await page.getByRole('button', { name: 'Star', exact: true }).hover()
	await expect(page.getByRole('tooltip')).toBeVisible()
	await expect(page.getByRole('tooltip')).toContainText('Star')
	const { entered, opened } = await page.evaluate(
		() => (window as unknown as { times: { entered: number; opened: number } }).times,
	)
	expect(opened - entered).toBeGreaterThanOrEqual(695)
	await page.keyboard.press('Escape')
	await expect(page.getByRole('tooltip')).toBeHidden()
})
