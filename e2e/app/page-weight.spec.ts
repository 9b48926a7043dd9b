import { expect, test } from '#e2e/support/fixtures.ts'
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
		// Toasts belong to the app: their code is no part of a public page.
		if (name !== 'auth') expect.soft(await page.locator('[data-sonner-toaster]').count(), name).toBe(0)
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
