import type { Page } from '@playwright/test'
import { submit } from '#test/space.ts'
import { expect, test } from './fixtures.ts'
import { publishWall } from './published-wall.ts'
import { openSignedIn } from './signed-in.ts'

test('a button stays under the finger when something above it is known late', async ({
	page,
	server,
	space,
}) => {
	let answer = () => {}
	const held = new Promise<void>((resolve) => {
		answer = resolve
	})
	await page.route('**/rest/v1/walls?*version=gt.1*', async (route) => {
		await held
		await route.continue()
	})
	await publishWall(server.url, space, 'masonry')
	await openSignedIn(page, server.url, space, 'start')
	await page.getByLabel('Their words').fill('They waited for the tide with us.')
	await page.getByLabel('Name', { exact: true }).fill('Ines')
	await page.reload()
	await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Ines')
	await page.getByRole('button', { name: 'Add it' }).hover()
	await page.mouse.down()
	answer()
	await expect(page.getByRole('listitem').filter({ hasText: 'Choose a wall' })).toContainText(
		'Done',
	)
	await page.mouse.up()
	await expect(page.getByText('waiting for you to approve it')).toBeVisible()
})

/** Lets answers of rest/v1 through one at a time, each when the one before has been drawn. */
async function oneAtATime(page: Page): Promise<void> {
	let before: Promise<unknown> = Promise.resolve()
	await page.route('**/rest/v1/**', (route) => {
		before = before
			.then(() =>
				page.evaluate(
					() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
				),
			)
			.then(() => route.continue())
			// The page went on to another screen meanwhile.
			.catch(() => {})
	})
}

test('nothing moves by itself while a screen learns what it shows', async ({
	page,
	server,
	space,
}) => {
	await publishWall(server.url, space, 'masonry')
	await submit(server.url, space, { author: { name: 'Ada' }, body: 'Ada was there.' })
	await page.addInitScript(() => {
		const moved: string[] = []
		Object.assign(window, { moved })
		new PerformanceObserver((list) => {
			// Five thousandths are a line of text that settles.
			for (const entry of list.getEntries() as (PerformanceEntry & {
				value: number
				sources: { node?: Node }[]
			})[])
				if (entry.value > 0.005)
					moved.push(
						`${entry.value} ${entry.sources.map(({ node }) => node?.textContent?.slice(0, 60)).join(' | ')}`,
					)
		}).observe({ type: 'layout-shift', buffered: true })
	})
	await oneAtATime(page)
	const screens: [address: string, last: string][] = [
		['inbox', 'put the wall on your site'],
		['start', 'Put it on your site'],
		[`forms/${space.formId}`, 'View page'],
		[`walls/${space.wallId}`, 'layout shift 0'],
	]
	for (const [address, last] of screens) {
		await openSignedIn(page, server.url, space, address)
		await expect(page.getByText(last).first()).toBeVisible()
		await expect(page.locator('.shell-waiting, .start-top').first()).toHaveText(/1 waiting|inbox/)
		const moved = await page.evaluate(() => (window as unknown as { moved: string[] }).moved)
		expect(moved, address).toEqual([])
	}
})
