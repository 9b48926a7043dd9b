import type { Page } from '@playwright/test'
import { expect, test } from '#e2e/support/fixtures.ts'
import { createSignal, holdResponse } from '#e2e/support/hold-response.ts'
import { publishWall } from '#e2e/support/publish-wall.ts'
import { openSignedIn } from '#e2e/support/session.ts'
import { submitTestimonial } from '#test/support/product/make-space.ts'

/** Resolves when the current state of the page has been rendered. */
const drawn = (page: Page) =>
	page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))

/** Releases responses of rest/v1 one at a time, each when the previous one has been rendered. */
async function oneAtATime(page: Page): Promise<void> {
	let before: Promise<unknown> = Promise.resolve()
	await page.route('**/rest/v1/**', (route) => {
		before = before
			.then(() => drawn(page))
			.then(() => route.continue())
			// The page navigated away meanwhile.
			.catch(() => {})
	})
}

test('no layout shift occurs while a screen loads its data', async ({ page, server, space }) => {
	await publishWall(server.url, space, 'masonry')
	await submitTestimonial(server.url, space, { author: { name: 'Ada' }, body: 'Ada was there.' })
	await page.addInitScript(() => {
		const moved: string[] = []
		Object.assign(window, { moved })
		new PerformanceObserver((list) => {
			// 0.005 is a line of text that wraps differently.
			for (const entry of list.getEntries() as (PerformanceEntry & {
				value: number
				sources: { node?: Node }[]
			})[])
				if (entry.value > 0.005)
					moved.push(`${entry.value} ${entry.sources.map(({ node }) => node?.textContent?.slice(0, 60)).join(' | ')}`)
		}).observe({ type: 'layout-shift', buffered: true })
	})
	await oneAtATime(page)
	const screens: [address: string, last: string][] = [
		['inbox', 'share the link'],
		['start', 'Put the wall on your site'],
		[`forms/${space.formId}`, 'View page'],
		[`walls/${space.wallId}`, 'layout shift 0'],
	]
	for (const [address, last] of screens) {
		await openSignedIn(page, server.url, space, address)
		await expect(page.getByText(last).first()).toBeVisible()
		await expect(page.locator('.shell-waiting, .start-top').first()).toHaveText(/1 waiting|overview/)
		const moved = await page.evaluate(() => (window as unknown as { moved: string[] }).moved)
		expect(moved, address).toEqual([])
	}
})

test('a layout that is taken back while the server stores it stays taken back', async ({ page, server, space }) => {
	await openSignedIn(page, server.url, space, `walls/${space.wallId}`)
	const layout = (name: string) => page.getByRole('group', { name: 'Layout' }).getByRole('button', { name })
	const drafts = async () =>
		(await space.client.from('wall_drafts').select('wall_id').eq('wall_id', space.wallId).throwOnError()).data
	const before = (await page.getByRole('group', { name: 'Layout' }).locator('[aria-pressed=true]').textContent()) ?? ''
	const [sent, sayIsSent] = createSignal()
	const [taken, sayIsTaken] = createSignal()
	await page.route('**/rest/v1/wall_drafts*', async (route) => {
		if (route.request().method() === 'POST') {
			sayIsSent()
			await taken
		}
		await route.continue()
	})
	const isStored = page.waitForResponse(
		(answer) => answer.url().includes('wall_drafts') && answer.request().method() === 'POST',
	)
	await layout('List').click()
	await sent
	await layout(before).click()
	sayIsTaken()
	await isStored
	await expect.poll(drafts).toEqual([])
	await expect(layout(before)).toHaveAttribute('aria-pressed', 'true')
})

test('a layout chosen while a wall is being published stays, and no conflict is reported', async ({
	page,
	server,
	space,
}) => {
	await openSignedIn(page, server.url, space, `walls/${space.wallId}`)
	const publishing = await holdResponse(page, (request) => request.url().includes('rpc/publish_wall'))
	const layout = (name: string) => page.getByRole('group', { name: 'Layout' }).getByRole('button', { name })
	await layout('Grid').click()
	await page.getByRole('button', { name: 'Publish changes' }).click()
	await publishing.given
	await layout('List').click()
	await publishing.letGo()
	await expect(page.getByText('The wall shows your changes.')).toBeVisible()
	await expect(page.getByText(/^Kept as a draft: one change since/)).toBeVisible()
	await expect(layout('List')).toHaveAttribute('aria-pressed', 'true')
	await expect(page.getByText('Somebody changed')).toBeHidden()
})
