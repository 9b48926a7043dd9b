import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeWall, publishTestimonials } from '#test/support/product/wall-fixture.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

let app: TestApp
beforeAll(async () => {
	app = await createTestApp()
})
afterAll(() => app.close())

const get = (path: string, headers: Record<string, string> = {}) => app.fetch(`${app.url}${path}`, { headers })

async function card(path: string) {
	const answer = await get(path)
	const bytes = Buffer.from(await answer.arrayBuffer())
	const { format, width, height } = await sharp(bytes).metadata()
	return { status: answer.status, headers: answer.headers, bytes, format, width, height }
}

it('the card of a public testimonial is a picture in two shapes, and answers 304 to its etag', async () => {
	const { space } = await makeWall(app.database, 'carded')
	const [id = ''] = await publishTestimonials(app.database, space, [{ body: 'Best two hours of my week.' }])
	const wide = await card(`/p/${id}/card.png`)
	expect([wide.status, wide.format, wide.width, wide.height]).toEqual([200, 'png', 1200, 630])
	expect(wide.headers.get('content-type')).toBe('image/png')
	expect(wide.headers.get('cache-control')).toBe('public, max-age=30, stale-while-revalidate=30')
	expect(wide.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
	const square = await card(`/p/${id.toUpperCase()}/card.png?shape=square&utm_source=x`)
	expect([square.width, square.height]).toEqual([1080, 1080])
	const again = await get(`/p/${id}/card.png`, { 'if-none-match': wide.headers.get('etag') ?? '' })
	expect(again.status).toBe(304)
	for (const coding of ['br', 'gzip']) {
		const coded = await get(`/p/${id}/card.png`, { 'accept-encoding': coding })
		expect(coded.headers.get('content-encoding')).toBeNull()
	}
})
