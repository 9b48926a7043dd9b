import type { Request } from '@playwright/test'
import { expectAccessible } from '#e2e/support/expect-accessible.ts'
import { expect, test } from '#e2e/support/fixtures.ts'
import { createSignal, holdResponse } from '#e2e/support/hold-response.ts'
import { serviceClient } from '#e2e/support/service-client.ts'
import { openSignedIn } from '#e2e/support/session.ts'
import type { TestSpace } from '#test/support/product/make-space.ts'
import type { ServerAddress } from '#test/support/server-process.ts'

const rowCount = 1300

const fill = async (server: ServerAddress, space: TestSpace) => {
	const made = Array.from({ length: rowCount }, (_, at) => ({
		space_id: space.spaceId,
		form_id: space.formId,
		kind: 'text',
		body: at % 3 === 0 ? 'They came on time and stayed late. '.repeat(4) : `Number ${at}.`,
		author_name: `Person ${at + 1}`,
		source: 'api',
		submitted_at: new Date(Date.UTC(2026, 0, 1, 0, at)).toISOString(),
	}))
	await (await serviceClient(server)).from('testimonials').insert(made).throwOnError()
}

test('Home and End reach both ends of a long list, which draws few rows, and the selection outlives its rows', async ({
	page,
	server,
	space,
}) => {
	await fill(server, space)
	await openSignedIn(page, server.url, space)
	const current = page.locator('.inbox-row-current')
	await expect(current).toContainText('Person 1300')
	await page.keyboard.press('x')
	await page.keyboard.press('End')
	await expect(current.locator('.inbox-who')).toHaveText('Person 1')
	await expect(current).toHaveAttribute('aria-posinset', '1300')
	await expect(current).toHaveAttribute('aria-setsize', '1300')
	await expect(current).toBeInViewport()
	await page.keyboard.press('x')
	await expect(page.getByText('2 selected')).toBeVisible()
	for (let step = 0; step < 60; step += 1) await page.keyboard.press('k')
	await expect(current.locator('.inbox-who')).toHaveText('Person 61')
	await expect(current).toHaveAttribute('aria-posinset', '1240')
	await expect(current).toBeInViewport()
	expect(await page.locator('.inbox-row').count()).toBeLessThan(60)
	await expectAccessible(page, 'inbox with a long list')
	await page.keyboard.press('Home')
	await expect(current.locator('.inbox-who')).toHaveText('Person 1300')
	await page.keyboard.press('r')
	await expect
		.poll(async () => {
			const { data } = await space.client
				.from('testimonials')
				.select('author_name')
				.eq('status', 'rejected')
				.throwOnError()
			return data.map(({ author_name }) => author_name).sort()
		})
		.toEqual(['Person 1', 'Person 1300'])
})

test('a list that is refetched while End is pressed does not go back to its start', async ({ page, server, space }) => {
	await fill(server, space)
	const [subscribed, subscribe] = createSignal()
	await page.routeWebSocket(/realtime/, (socket) => {
		const upstream = socket.connectToServer()
		upstream.onMessage(async (message) => {
			await subscribed
			socket.send(message)
		})
	})
	await openSignedIn(page, server.url, space)
	const current = page.locator('.inbox-row-current')
	await expect(current).toContainText('Person 1300')
	const isOfList = (request: Request, order: string) => request.url().includes(`submitted_at.${order}`)
	const end = await holdResponse(page, (request) => isOfList(request, 'asc'))
	await page.keyboard.press('End')
	await end.given
	// Once it is subscribed, the inbox fetches everything again, as rows may have arrived before.
	const refetched = await holdResponse(page, (request) => isOfList(request, 'desc'))
	subscribe()
	await refetched.given
	await end.letGo()
	await expect(current.locator('.inbox-who')).toHaveText('Person 1')
	await refetched.letGo()
	await page.keyboard.press('k')
	await expect(current.locator('.inbox-who')).toHaveText('Person 2')
	await expect(current).toHaveAttribute('aria-posinset', '1299')
	await expect(current).toBeInViewport()
})

test('scrolling goes through all of a long list and back, and what is read does not move while pages come and go', async ({
	page,
	server,
	space,
}) => {
	await fill(server, space)
	await openSignedIn(page, server.url, space)
	const rows = page.locator('.inbox-row')
	await expect(rows.first()).toContainText('Person 1300')
	const seen = new Set<number>()
	const numbers = () =>
		page.evaluate(() =>
			[...document.querySelectorAll('.inbox-row .inbox-who')].map((row) => Number(row.textContent?.slice(7))),
		)
	/** Scrolls, and waits until the rows in view are drawn: what is passed before that is never seen. */
	const scroll = (by: number) =>
		page.evaluate(async (distance) => {
			const list = document.querySelector('.inbox-list') as HTMLElement
			list.scrollBy(0, distance)
			const { top, bottom } = list.getBoundingClientRect()
			const isGapInView = () =>
				[...list.querySelectorAll('.inbox-gap')].some((gap) => {
					const box = gap.getBoundingClientRect()
					return box.bottom > top && box.top < bottom
				})
			do await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
			while (isGapInView())
		}, by)
	const scrollThrough = async (by: number) => {
		const look = async () => {
			for (const number of await numbers()) seen.add(number)
			if (seen.size < rowCount) await scroll(by)
			return seen.size
		}
		await expect.poll(look, { intervals: [0], timeout: 100_000 }).toBe(rowCount)
	}
	await scrollThrough(800)
	expect(await rows.count()).toBeLessThan(60)
	seen.clear()
	await scrollThrough(-800)
})

test('the row with the focus stays while the list is scrolled away from it', async ({ page, server, space }) => {
	await fill(server, space)
	await openSignedIn(page, server.url, space)
	const link = page.locator('.inbox-row .inbox-who', { hasText: 'Person 1298' })
	await link.focus()
	await page.locator('.inbox-row').first().hover()
	for (let turn = 0; turn < 12; turn += 1) await page.mouse.wheel(0, 1500)
	await expect(page.locator('.inbox-row', { hasText: 'Person 1290' })).toHaveCount(0)
	await expect(link).toBeFocused()
	await page.keyboard.press('Enter')
	await expect(page.locator('.inbox-by h2')).toHaveText('Person 1298')
})
