import { gzipSync } from 'node:zlib'
import type { Page, Response } from '@playwright/test'

/** The requests of a page until the network is idle. Sizes in gzip bytes, whichever encoding was served. */
export type PageWeight = {
	script: number
	document: number
	style: number
	requests: number
	foreign: string[]
	layoutShift: number
}

/** Opens a URL and measures it. Every layout shift counts, including those after recent input. */
export async function measurePageWeight(page: Page, url: string): Promise<PageWeight> {
	const responses: Response[] = []
	page.on('response', (response) => responses.push(response))
	await page.addInitScript(() => {
		const shifts: number[] = []
		Object.assign(globalThis, { layoutShifts: shifts })
		new PerformanceObserver((list) => {
			for (const entry of list.getEntries()) shifts.push((entry as unknown as { value: number }).value)
		}).observe({ type: 'layout-shift', buffered: true } as never)
	})
	await page.goto(url, { waitUntil: 'networkidle' })
	const weight: PageWeight = {
		script: 0,
		document: 0,
		style: 0,
		requests: 0,
		foreign: [],
		layoutShift: 0,
	}
	for (const response of responses) {
		const kind = response.request().resourceType()
		weight.requests++
		if (new URL(response.url()).origin !== new URL(url).origin) weight.foreign.push(response.url())
		if (kind !== 'script' && kind !== 'document' && kind !== 'stylesheet') continue
		const size = gzipSync(await response.body().catch(() => Buffer.alloc(0)), { level: 9 }).length
		if (kind === 'script') weight.script += size
		else if (kind === 'document') weight.document += size
		else weight.style += size
	}
	weight.layoutShift = await page.evaluate(() =>
		(globalThis as unknown as { layoutShifts: number[] }).layoutShifts.reduce((sum, shift) => sum + shift, 0),
	)
	return weight
}

/** Page budgets in KiB gzip, enforced as gates. */
export const budgets = {
	collect: { script: 75, document: 8 },
	landing: { script: 3, document: 20 },
	front: { script: 3, document: 6 },
	wall: { script: 5, document: 15 },
	auth: { script: 180, document: 6 },
	inbox: { script: 210, document: 12 },
} as const
