import { afterEach, describe, expect, it, vi } from 'vitest'
import { makeWall, publishTestimonials } from '#test/support/product/wall-fixture.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import { asOwner } from '#test/support/test-database.ts'

let app: TestApp
afterEach(() => app.close())

const open = async (path = '/', headers: Record<string, string> = {}) => {
	const answer = await app.fetch(`${app.url}${path}`, { redirect: 'manual', headers })
	return { status: answer.status, headers: answer.headers, html: await answer.text() }
}
const sitemap = async () => (await open('/sitemap.xml')).html

describe('the landing page', () => {
	it('a sign-in as landing page redirects there, and no sitemap lists it', async () => {
		app = await createTestApp({ LANDING_PAGE: 'sign-in' })
		await makeWall(app.database, 'listed')
		const { status, headers } = await open()
		expect([status, headers.get('location'), headers.get('cache-control')]).toEqual([302, '/auth', 'no-store'])
		expect(await sitemap()).not.toContain(`<loc>${app.url}/</loc>`)
		expect(await sitemap()).toContain(`<loc>${app.url}/w/listed</loc>`)
	})

	it('a wall as landing page keeps its own address for search engines and goes on to a sign-in from a callback', async () => {
		app = await createTestApp({ LANDING_PAGE: 'wall:fernhill' })
		const { space } = await makeWall(app.database, 'fernhill', { name: 'Fernhill' })
		await publishTestimonials(app.database, space, [{ body: 'Two quiet hours at the wheel.' }])
		const { status, headers, html } = await open()
		expect(status).toBe(200)
		expect(html).toContain('Two quiet hours at the wheel.')
		expect(html).toContain(`<link rel="canonical" href="${app.url}/w/fernhill">`)
		expect(headers.get('content-security-policy')).not.toContain('unsafe')
		expect((await open('/', { 'if-none-match': headers.get('etag') ?? '' })).status).toBe(304)
		expect((await open('/?code=abc')).headers.get('location')).toBe('/auth?code=abc')
		expect(await sitemap()).not.toContain(`<loc>${app.url}/</loc>`)
	})

	it('while its wall is not published, the landing page is the sign-in, which is logged once', async () => {
		app = await createTestApp({ LANDING_PAGE: 'wall:fernhill' })
		const warn = vi.spyOn(app.deps.log, 'warn')
		for (const _ of [1, 2]) expect((await open()).headers.get('location')).toBe('/auth')
		const logged = () =>
			warn.mock.calls.filter(([line]) => String(line).includes('no wall is published at /w/fernhill'))
		expect(logged()).toHaveLength(1)
		await makeWall(app.database, 'fernhill')
		expect((await open()).status).toBe(200)
		await asOwner(app.database, 'update public.walls set is_published = false')
		await expect.poll(async () => (await open()).headers.get('location')).toBe('/auth')
		expect(logged()).toHaveLength(2)
	})

	it('views of a wall as landing page are counted as views of the wall', async () => {
		app = await createTestApp({ LANDING_PAGE: 'wall:fernhill' })
		const { wall } = await makeWall(app.database, 'fernhill')
		const node = await createTestApp({ LANDING_PAGE: 'wall:fernhill' }, app.database)
		await node.fetch(`${app.url}/functions/v1/events`, {
			method: 'POST',
			headers: { 'content-type': 'application/json', 'user-agent': 'Mozilla/5.0 Firefox/142.0' },
			body: JSON.stringify({ kind: 'view', path: '/' }),
		})
		// Its stop writes the counts.
		await node.close()
		expect(await asOwner(app.database, 'select wall_id, wall_views::int as views from private.daily_views')).toEqual([
			{ wall_id: wall, views: 1 },
		])
	})
})
