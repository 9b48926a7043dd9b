import { type Browser, type CDPSession, type Page, chromium as playwright } from '@playwright/test'
import { atMost, type Figure, plain } from '#bench/figure.ts'
import { memoryOf } from '#bench/processes.ts'
import { chromium } from '#test/support/browser/chromium.ts'
import { makeSpace } from '#test/support/product/make-space.ts'
import type { Server } from '#test/support/server-process.ts'

const minutes = 10
const camera = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream']

type Memory = { heap: number; process: number }

/** Records video for ten minutes on the form, with a fake camera, and measures the memory of the page in MiB. */
export async function measureRecorder(server: Server): Promise<Figure[]> {
	const space = await makeSpace(server.url)
	await space.client
		.from('forms')
		.update({ accepts: ['text', 'video'], max_seconds: 3600 })
		.eq('id', space.formId)
		.throwOnError()
	const browser = await playwright.launch({ ...chromium, args: [...chromium.args, ...camera] })
	try {
		const page = await browser.newPage({ viewport: { width: 360, height: 740 } })
		const measure = await memoryMeter(browser, page)
		await page.goto(`${server.url}/collect/${space.slug}`, { waitUntil: 'networkidle' })
		await page.getByRole('radio', { name: 'Video' }).check()
		await page.getByRole('button', { name: 'Record a video' }).click()
		await page.getByRole('button', { name: 'Start' }).click()
		const early = await atMinute(page, 1, measure)
		const late = await atMinute(page, minutes, measure)
		await page.getByRole('button', { name: 'Stop recording' }).click()
		await page.getByRole('button', { name: 'Use this take' }).click()
		await page.getByText('It is there. Press Send when you are ready.').waitFor({ timeout: 600_000 })
		const uploaded = await measure()
		return [
			plain('recorder, script heap after a minute', early.heap, 'MiB'),
			atMost(`recorder, growth of the heap until minute ${minutes}`, late.heap - early.heap, 'MiB', 4),
			plain('recorder, process of the page after a minute', early.process, 'MiB'),
			atMost(`recorder, growth of the process until minute ${minutes}`, late.process - early.process, 'MiB', 48),
			atMost('recorder, growth of the heap until the take is uploaded', uploaded.heap - early.heap, 'MiB', 8),
		]
	} finally {
		await browser.close()
	}
}

async function atMinute(page: Page, minute: number, measure: () => Promise<Memory>): Promise<Memory> {
	await page
		.getByText(new RegExp(`\\b${minute}:0\\d`))
		.first()
		.waitFor({ timeout: (minute + 1) * 60_000 })
	return measure()
}

/** Measures after a garbage collection: the script heap, and the whole process that shows the page. */
async function memoryMeter(browser: Browser, page: Page): Promise<() => Promise<Memory>> {
	const session: CDPSession = await page.context().newCDPSession(page)
	const whole = await browser.newBrowserCDPSession()
	return async () => {
		await session.send('HeapProfiler.collectGarbage')
		const { usedSize } = await session.send('Runtime.getHeapUsage')
		const { processInfo } = await whole.send('SystemInfo.getProcessInfo')
		const pages = processInfo.filter(({ type }) => type === 'renderer')
		const sizes = await Promise.all(pages.map(({ id }) => memoryOf(id, false)))
		return { heap: usedSize / 1024 ** 2, process: Math.max(...sizes) }
	}
}
