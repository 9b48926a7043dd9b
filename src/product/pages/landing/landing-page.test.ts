import { afterEach, describe, expect, it, vi } from 'vitest'
import { makeFirstSetupLink } from '#platform/operators/setup-link.ts'
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
	it('without a choice, the landing page is the sign-in, which no sitemap and no search engine lists', async () => {
		app = await createTestApp()
		await app.person()
		await makeWall(app.database, 'listed')
		const { status, headers, html } = await open()
		expect(status).toBe(200)
		expect(html).toMatch(/<a class="sign-in-link btn first" href="\/auth"[^>]*>Sign in<\/a>/)
		expect(html).toContain('Were you asked for a few words?')
		expect(html).not.toContain('word for word')
		expect(html).toContain('<meta name="robots" content="noindex">')
		expect([headers.get('x-robots-tag'), headers.get('cache-control')]).toEqual(['noindex', 'private, no-cache'])
		expect(await sitemap()).not.toContain(`<loc>${app.url}/</loc>`)
		expect(await sitemap()).toContain(`<loc>${app.url}/w/listed</loc>`)
	})

	it('the sign-in speaks the language of its visitor, and offers only what this server has', async () => {
		app = await createTestApp({ SIGNUP: 'closed', EMAIL_SIGNIN: 'off' })
		await asOwner(app.database, 'update auth.operator_setup set is_open = false')
		const { html } = await open('/', { 'accept-language': 'ar-EG,en;q=0.5' })
		expect(html).toContain('<html lang="ar" dir="rtl"')
		expect(html).not.toMatch(/mode=(link|forgotten|sign-up)/)
		expect((await open('/', { 'accept-language': '"><script>' })).html).toContain('<html lang="en" dir="ltr"')
	})

	it('a callback goes on to the app from the sign-in, too', async () => {
		app = await createTestApp()
		for (const query of ['?code=a%2Fb&x=1', '?error=access_denied', '?error_code=otp_expired']) {
			const { status, headers } = await open(`/${query}`)
			expect([status, headers.get('location')]).toEqual([302, `/auth${query}`])
		}
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
		await asOwner(app.database, 'update auth.operator_setup set is_open = false')
		const warn = vi.spyOn(app.deps.log, 'warn')
		for (const _ of [1, 2]) expect((await open()).html).toContain('href="/auth"')
		const logged = () =>
			warn.mock.calls.filter(([line]) => String(line).includes('no wall is published at /w/fernhill'))
		expect(logged()).toHaveLength(1)
		await makeWall(app.database, 'fernhill')
		expect((await open()).html).not.toContain('href="/auth"')
		await asOwner(app.database, 'update public.walls set is_published = false')
		await expect.poll(async () => (await open()).html).toContain('href="/auth"')
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

describe('the product’s own page', () => {
	it('the product’s page shows pictures that reserve their height, and names one by its whole address for shared links', async () => {
		app = await createTestApp({ LANDING_PAGE: 'plaudit', SITE_URL: 'https://praise.example' })
		const { html } = await open()
		const card = /<meta property="og:image" content="(https:\/\/praise\.example\/assets\/[^"]+\.jpg)">/.exec(html)?.[1]
		const pictures = [...html.matchAll(/(?:src|srcSet)="([^"]+\.webp)"/g)].map(([, path = '']) => path)
		expect(pictures).toHaveLength(6)
		for (const path of [new URL(card ?? '').pathname, ...pictures]) {
			const { status, headers } = await open(path)
			expect([path, status, headers.get('content-type')]).toEqual([path, 200, expect.stringMatching(/^image\//)])
		}
		for (const [image] of html.matchAll(/<img [^>]*>/g))
			expect(image).toMatch(/(?=.*width="\d+")(?=.*height="\d+")(?=.*loading="lazy")(?=.*alt="[^"]+")/)
	})
})

describe('a server without an account', () => {
	const leads = async (headers: Record<string, string> = {}) => {
		const answer = await open('/', headers)
		return answer.status === 302 ? answer.headers.get('location') : null
	}
	/** The statement of the app's page about the server. */
	const freshIn = async (path: string, headers: Record<string, string> = {}) => {
		const { html } = await open(path, headers)
		return /"fresh":"(\w+)"/.exec(html)?.[1]
	}

	it('the landing page leads to the sign-up of the app, which no cache keeps', async () => {
		app = await createTestApp({ SITE_URL: 'https://praise.example' })
		const { status, headers } = await open()
		expect([status, headers.get('location'), headers.get('cache-control')]).toEqual([302, '/auth', 'no-store'])
		expect(await freshIn('/auth')).toBe('elsewhere')
		expect(await freshIn(`/auth?setup=${'a'.repeat(43)}`)).toBe('elsewhere')
	})

	it('only a visitor at the server’s own machine is told that the account becomes the operator’s', async () => {
		app = await createTestApp()
		const host = 'localhost:3000'
		expect(await freshIn('/auth', { host })).toBe('here')
		for (const header of ['x-forwarded-for', 'via', 'cf-connecting-ip', 'forwarded'])
			expect(await freshIn('/auth', { host, [header]: '203.0.113.9' })).toBe('elsewhere')
		expect(await freshIn('/auth', { host: 'praise.example' })).toBe('elsewhere')
		expect(await freshIn('/auth', { host, 'sec-fetch-site': 'cross-site' })).toBe('elsewhere')
		await app.close()
		app = await createTestApp({ MAIL_AUTOCONFIRM: 'off' })
		expect(await freshIn('/auth', { host })).toBe('elsewhere')
	})

	it('with the first account the landing page is the sign-in, and stays it when that account is gone', async () => {
		app = await createTestApp()
		expect(await leads()).toBe('/auth')
		const { id } = await app.person()
		expect(await leads()).toBeNull()
		expect(await freshIn('/auth')).toBeUndefined()
		await app.admin().auth.admin.deleteUser(id)
		expect(await leads()).toBeNull()
	})

	it('a server with OPERATORS or with a chosen page has no such way', async () => {
		app = await createTestApp({ OPERATORS: 'me@praise.example' })
		await makeFirstSetupLink(app.deps)
		expect([await leads(), await freshIn('/auth')]).toEqual([null, undefined])
		await app.close()
		app = await createTestApp({ LANDING_PAGE: 'plaudit' })
		expect(await leads()).toBeNull()
		expect((await open()).html).toContain('word for word')
		expect(await sitemap()).toContain(`<loc>${app.url}/</loc>`)
	})
})

describe('the page that says what Plaudit is', () => {
	it('the sign-in links to it, and no search engine lists it there', async () => {
		app = await createTestApp()
		await app.person()
		expect((await open()).html).toContain('href="/plaudit"')
		const { status, headers, html } = await open('/plaudit')
		expect([status, headers.get('x-robots-tag')]).toEqual([200, 'noindex'])
		expect(html).toContain('word for word')
		expect(html).not.toContain('rel="canonical"')
		expect(await sitemap()).not.toContain('/plaudit')
	})
})
