import { test as base, expect, serverWith } from '#e2e/support/fixtures.ts'
import { budgets, measurePageWeight } from '#test/support/browser/page-weight.ts'
import { submitTestimonial } from '#test/support/product/make-space.ts'
import type { ServerAddress } from '#test/support/server-process.ts'

/** `landing` shows the product's own page at `/`. */
const test = base.extend<object, { landing: ServerAddress }>({ landing: serverWith({ LANDING_PAGE: 'plaudit' }) })

const KiB = 1024

test('every public page keeps its budget, calls no third party and does not shift', async ({
	browser,
	server,
	landing,
	space,
}) => {
	const { id } = await submitTestimonial(server.url, space)
	await space.client.from('testimonials').update({ status: 'approved' }).eq('id', id).throwOnError()
	const pages = [
		['collect', `${server.url}/collect/${space.slug}`],
		['landing', `${landing.url}/`],
		['front', `${server.url}/`],
		['wall', `${server.url}/w/${space.slug}`],
		['auth', `${server.url}/auth`],
	] as const
	for (const [name, url] of pages) {
		const page = await browser.newPage({ viewport: { width: 360, height: 740 } })
		const weight = await measurePageWeight(page, url)
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

/** Bytes that TCP sends before the first acknowledgement: ten segments (RFC 6928). */
const firstFlight = 14_600

test('a public page comes in one flight and requests at most one small script before its first paint', async ({
	browser,
	server,
	landing,
	space,
}) => {
	const { id, receipt_url } = await submitTestimonial(server.url, space)
	await space.client.from('testimonials').update({ status: 'approved' }).eq('id', id).throwOnError()
	const paths = [
		'/',
		`/collect/${space.slug}`,
		`/w/${space.slug}`,
		`/p/${id}`,
		new URL(receipt_url).pathname,
		'/nowhere',
	]
	for (const url of [`${landing.url}/`, ...paths.map((path) => server.url + path)]) {
		const page = await browser.newPage({ viewport: { width: 360, height: 740 } })
		const answer = await page.goto(url, { waitUntil: 'networkidle' })
		const sizes = await answer?.request().sizes()
		expect((sizes?.responseHeadersSize ?? 0) + (sizes?.responseBodySize ?? 0), url).toBeLessThanOrEqual(firstFlight)
		const early = await page.evaluate(() => {
			const paint = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0
			const asked = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
			return (
				asked
					// Lazy pictures below the first screen have a low priority.
					.filter(({ startTime, initiatorType }) => startTime < paint && initiatorType !== 'img')
					.map(({ name, encodedBodySize }) => ({ name, isSmall: encodedBodySize < 1536 }))
			)
		})
		expect(early, url).toEqual(early.slice(0, 1).map(() => ({ name: expect.stringMatching(/\.js$/), isSmall: true })))
		await page.close()
	}
})
