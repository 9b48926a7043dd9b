import { readFile } from 'node:fs/promises'
import { expect, test } from '#e2e/support/fixtures.ts'
import { wallLanguages } from '#shared/wall-languages.ts'
import { budgets, measurePageWeight } from '#test/support/browser/page-weight.ts'
import { submitTestimonial } from '#test/support/product/make-space.ts'

const KiB = 1024

test('every public page keeps its budget, calls no third party and does not shift', async ({
	browser,
	server,
	space,
}) => {
	const { id } = await submitTestimonial(server.url, space)
	await space.client.from('testimonials').update({ status: 'approved' }).eq('id', id).throwOnError()
	const pages = [
		['collect', `/collect/${space.slug}`],
		['landing', '/'],
		['wall', `/w/${space.slug}`],
		['auth', '/auth'],
	] as const
	for (const [name, path] of pages) {
		const page = await browser.newPage({ viewport: { width: 360, height: 740 } })
		const weight = await measurePageWeight(page, `${server.url}${path}`)
		expect.soft(weight.script / KiB, `${name}: JavaScript`).toBeLessThanOrEqual(budgets[name].script)
		expect
			.soft((weight.document + weight.style) / KiB, `${name}: HTML and CSS`)
			.toBeLessThanOrEqual(budgets[name].document)
		expect.soft(weight.foreign, `${name}: requests elsewhere`).toEqual([])
		expect.soft(weight.layoutShift, `${name}: layout shift`).toBe(0)
		expect.soft(await page.context().cookies(), `${name}: cookies`).toEqual([])
		await page.close()
	}
})

test('a public page requests at most one small script before its first paint', async ({ browser, server, space }) => {
	for (const path of [`/collect/${space.slug}`, '/', `/w/${space.slug}`, '/nowhere']) {
		const page = await browser.newPage({ viewport: { width: 360, height: 740 } })
		await page.goto(`${server.url}${path}`, { waitUntil: 'networkidle' })
		const early = await page.evaluate(() => {
			const paint = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0
			const asked = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
			return asked
				.filter(({ startTime, name }) => startTime < paint && !name.endsWith('/favicon.svg'))
				.map(({ name, encodedBodySize }) => ({ name, isSmall: encodedBodySize < 1024 }))
		})
		expect(early, path).toEqual(early.slice(0, 1).map(() => ({ name: expect.stringMatching(/\.js$/), isSmall: true })))
		await page.close()
	}
})

test('the embed script and the loader of forms stay under two KiB', async () => {
	const figures = JSON.parse(await readFile(new URL('../../dist/figures.json', import.meta.url), 'utf8'))
	for (const name of ['embed', 'form']) expect(figures[`embed/${name}.js`].gzip).toBeLessThanOrEqual(2 * KiB)
})

test('the recorder with its texts stays under twelve KiB in every language', async () => {
	const read = async (name: string) =>
		JSON.parse(await readFile(new URL(`../../dist/${name}`, import.meta.url), 'utf8'))
	const [figures, manifest] = await Promise.all([read('figures.json'), read('public/.vite/manifest.json')])
	const withImports = (source: string): string[] => [source, ...(manifest[source].imports ?? []).flatMap(withImports)]
	// The form has loaded these before the tap.
	const form = new Set(withImports('src/web/public/collect/hydrate.tsx'))
	for (const lang of wallLanguages) {
		const sources = ['src/web/public/recorder/recorder.tsx', `src/web/i18n/${lang}/recorder.ts`].flatMap(withImports)
		const scripts = new Set(sources.filter((source) => !form.has(source)))
		const bytes = [...scripts].map((source) => figures[`public/${manifest[source].file}`].gzip)
		expect(bytes.reduce((sum, one) => sum + one, 0) / KiB, lang).toBeLessThanOrEqual(12)
	}
})
