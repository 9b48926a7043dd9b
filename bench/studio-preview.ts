import { type Page, chromium as playwright } from '@playwright/test'
import { wallLayouts } from '#shared/wall/wall.ts'
import { chromium } from '#test/support/browser/chromium.ts'
import { makeSpace, submitTestimonial } from '#test/support/product/make-space.ts'
import type { Server } from '#test/support/server-process.ts'
import { atMost, type Figure, plain, quantile } from './figure.ts'
import { signInPage } from './sign-in-page.ts'

const sentence = 'They were on time, and nobody hurried us once. '
/** Changes of the type for each layout. */
const changes = 12

/**
 * Measures the studio in Chromium: from a change of the look until the preview, which is the real embed at three widths, is painted with
 * it; for each layout of a wall of 12 and of 50 testimonials.
 */
export async function measureStudioPreview(server: Server): Promise<Figure[]> {
	const space = await makeSpace(server.url)
	for (let at = 0; at < 50; at++) {
		const fields = { author: { name: `Person ${at + 1}` }, body: sentence.repeat(1 + (at % 8)), rating: 1 + (at % 5) }
		await submitTestimonial(server.url, space, fields)
	}
	await space.client.from('testimonials').update({ status: 'approved' }).eq('space_id', space.spaceId).throwOnError()
	const browser = await playwright.launch(chromium)
	try {
		const page = await browser.newPage({ viewport: { width: 1280, height: 900 } })
		await signInPage(page, server.url, space)
		const figures: Figure[] = []
		for (const limit of [12, 50]) {
			await space.client.from('walls').update({ selection: { limit } }).eq('id', space.wallId).throwOnError()
			await page.goto(`${server.url}/dashboard/walls/${space.wallId}`)
			// The draft of the former turn may float, which takes no room.
			await page.locator('.studio-desktop plaudit-wall').first().waitFor({ state: 'attached' })
			const times: number[] = []
			const slowest = { layout: '', p95: 0 }
			for (const [at, layout] of wallLayouts.entries()) {
				await page.locator('.studio-layouts button').nth(at).click()
				await page.waitForTimeout(500)
				const own = await changeLook(page)
				times.push(...own)
				if (quantile(own, 0.95) > slowest.p95) Object.assign(slowest, { layout, p95: quantile(own, 0.95) })
			}
			figures.push(
				plain(`${limit} testimonials: change to painted preview, p50`, quantile(times, 0.5), 'ms'),
				atMost(`${limit} testimonials: change to painted preview, p95`, quantile(times, 0.95), 'ms', 100),
				plain(`${limit} testimonials: slowest layout (${slowest.layout}), p95`, slowest.p95, 'ms'),
			)
		}
		return figures
	} finally {
		await browser.close()
	}
}

/** Milliseconds from each change of the type until the frame in which all previews show it has been painted. */
async function changeLook(page: Page): Promise<number[]> {
	return page.evaluate(async (count) => {
		const choices = [...document.querySelectorAll<HTMLElement>('[role=radiogroup][aria-label=Type] label')]
		const shown = () =>
			[...document.querySelectorAll('.studio-desktop plaudit-wall')].map((wall) => wall.shadowRoot?.firstElementChild)
		const painted = () =>
			new Promise<void>((done) =>
				requestAnimationFrame(() => {
					const { port1, port2 } = new MessageChannel()
					port1.onmessage = () => done()
					port2.postMessage(null)
				}),
			)
		const times: number[] = []
		for (let at = 0; at < count; at++) {
			const before = shown()
			const start = performance.now()
			choices[at % 2 === 0 ? 1 : 0]?.click()
			while (shown().some((one, place) => one === before[place])) {
				await painted()
				if (performance.now() - start > 5_000) throw new Error('The preview does not follow the change.')
			}
			await painted()
			times.push(performance.now() - start)
			await new Promise((wait) => setTimeout(wait, 150))
		}
		return times
	}, changes)
}
