import { type CDPSession, type Page, chromium as playwright } from '@playwright/test'
import { chromium } from '#test/support/browser/chromium.ts'
import { makeSpace, type TestSpace } from '#test/support/product/make-space.ts'
import type { Server } from '#test/support/server-process.ts'
import { atMost, type Figure, plain, quantile } from './figure.ts'
import { connectOwner } from './owner.ts'
import { indexHashes, seedTestimonials } from './search/queries.ts'
import { signInPage } from './sign-in-page.ts'

const rowCount = Number(process.env.BENCH_INBOX_ROWS ?? 100_000)
/** The keys of a member: mostly steps, and now and then a star or a selection. */
const keys = [...'jjjjjjjjsjjjjkkjjxxjjjjj'.repeat(5)]

/** Measures the inbox of a space with 100,000 testimonials in Chromium: keys until they are painted, frames, memory. */
export async function measureInboxList(server: Server): Promise<Figure[]> {
	const owner = await connectOwner(server)
	const space = await makeSpace(server.url)
	await owner.query(seedTestimonials, [space.spaceId, rowCount])
	await owner.query(indexHashes, [space.spaceId])
	await owner.query('vacuum analyze public.testimonials, private.testimonial_hashes')
	await owner.end()
	const browser = await playwright.launch(chromium)
	try {
		const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
		const session = await page.context().newCDPSession(page)
		const opened = performance.now()
		await openInbox(page, server.url, space)
		await page.locator('.inbox-row-current').waitFor()
		const ready = performance.now() - opened
		const usual = await pressKeys(page)
		await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
		const slow = await pressKeys(page)
		const slowFrames = await scroll(page, 120)
		await session.send('Emulation.setCPUThrottlingRate', { rate: 1 })
		const before = await heapOf(session)
		const frames = await scroll(page, 400)
		const end = await timeJump(page, 'End')
		return [
			plain('testimonials', rowCount, 'rows'),
			plain('inbox opened until its first row', ready, 'ms'),
			atMost('key to paint, p95', p95(usual), 'ms', 50),
			atMost('key to paint at a quarter of the speed, p95', p95(slow), 'ms', 150),
			plain('frames while scrolling, p95', p95(frames), 'ms'),
			plain('frames while scrolling at a quarter of the speed, p95', p95(slowFrames), 'ms'),
			plain('rows that are drawn', await page.locator('.inbox-row').count(), 'rows'),
			plain('growth of the heap while scrolling', (await heapOf(session)) - before, 'MiB'),
			plain('End, until the last row is open', end, 'ms'),
		]
	} finally {
		await browser.close()
	}
}

/** Opens all testimonials with the owner's session in the browser's storage. */
async function openInbox(page: Page, url: string, space: TestSpace): Promise<void> {
	await signInPage(page, url, space)
	await page.goto(`${url}/dashboard/inbox?view=all`)
}

const p95 = (times: number[]): number => quantile(times, 0.95)

/**
 * Milliseconds from each key until its result is on the screen, as the browser measures it (Event Timing, in steps of 8 ms; keys below
 * 16 ms have no entry).
 */
async function pressKeys(page: Page): Promise<number[]> {
	await page.evaluate(() => {
		const times: number[] = []
		const observer = new PerformanceObserver((list) => {
			for (const { name, duration } of list.getEntries()) if (name === 'keydown') times.push(duration)
		})
		observer.observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
		Object.assign(window, { keyTimes: times })
	})
	for (const key of keys) {
		await page.keyboard.press(key)
		await page.waitForTimeout(60)
	}
	// Entries come with a later frame.
	await page.waitForTimeout(1000)
	const times = await page.evaluate(() => (window as unknown as { keyTimes: number[] }).keyTimes)
	await page.reload()
	await page.locator('.inbox-row').first().waitFor()
	return [...times, ...Array<number>(keys.length - times.length).fill(16)]
}

/** Milliseconds of each frame while the list is scrolled by a wheel. */
async function scroll(page: Page, turns: number): Promise<number[]> {
	await page.locator('.inbox-row').first().hover()
	await page.evaluate(() => {
		const frames: number[] = []
		Object.assign(window, { frameTimes: frames })
		let last = performance.now()
		const note = (now: number) => {
			frames.push(now - last)
			last = now
			requestAnimationFrame(note)
		}
		requestAnimationFrame(note)
	})
	for (let turn = 0; turn < turns; turn += 1) {
		await page.mouse.wheel(0, 600)
		await page.waitForTimeout(16)
	}
	const frames = await page.evaluate(() => (window as unknown as { frameTimes: number[] }).frameTimes)
	return frames.slice(1)
}

async function timeJump(page: Page, key: 'Home' | 'End'): Promise<number> {
	const pressed = performance.now()
	await page.keyboard.press(key)
	await page.locator(`.inbox-row-current[aria-posinset="${rowCount}"]`).waitFor()
	return performance.now() - pressed
}

/** Script heap of the page in MiB, after a garbage collection. */
async function heapOf(session: CDPSession): Promise<number> {
	await session.send('HeapProfiler.collectGarbage')
	const { usedSize } = await session.send('Runtime.getHeapUsage')
	return usedSize / 1024 ** 2
}
