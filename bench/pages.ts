import { readFile } from 'node:fs/promises'
import { type Browser, chromium as playwright } from '@playwright/test'
import { chromium } from '#test/support/browser/chromium.ts'
import { budgets, measurePageWeight } from '#test/support/browser/page-weight.ts'
import type { TestSpace } from '#test/support/product/make-space.ts'
import type { Server } from '#test/support/server-process.ts'
import { atMost, type Figure } from './figure.ts'

/** Measures exact sizes, requests and layout shifts of the pages in a browser. */
export async function measurePages(server: Server, space: TestSpace, wallSlug: string): Promise<Figure[]> {
	const browser = await playwright.launch(chromium)
	try {
		const addresses: [keyof typeof budgets, string][] = [
			['collect', `/collect/${space.slug}`],
			['landing', '/'],
			['wall', `/w/${wallSlug}`],
			['auth', '/auth'],
		]
		const figures: Figure[] = []
		for (const [name, path] of addresses) figures.push(...(await measureWeight(browser, name, `${server.url}${path}`)))
		figures.push(atMost('embed script', await embedSize(), 'KiB gzip', 2, true))
		return figures
	} finally {
		await browser.close()
	}
}

async function measureWeight(browser: Browser, name: keyof typeof budgets, url: string): Promise<Figure[]> {
	const page = await browser.newPage({ viewport: { width: 360, height: 740 } })
	const weight = await measurePageWeight(page, url)
	await page.close()
	const budget = budgets[name]
	return [
		atMost(`${name}: JavaScript`, weight.script / 1024, 'KiB gzip', budget.script, true),
		atMost(`${name}: HTML and CSS`, (weight.document + weight.style) / 1024, 'KiB gzip', budget.document, true),
		atMost(`${name}: layout shift`, weight.layoutShift, '', 0, true),
		atMost(`${name}: requests elsewhere`, weight.foreign.length, '', 0, true),
	]
}

async function embedSize(): Promise<number> {
	const figures = JSON.parse(await readFile(new URL('../dist/figures.json', import.meta.url), 'utf8')) as Record<
		string,
		{ gzip: number }
	>
	return (figures['embed/embed.js']?.gzip ?? Number.POSITIVE_INFINITY) / 1024
}
